import type { SQLInputValue, SQLOutputValue } from "node:sqlite";

/** One row, as SQLite returns it. */
export type Row = Record<string, SQLOutputValue>;

/**
 * SQL together with the values of its placeholders: a whole statement, or a part that other SQL includes. `R` is the type of the
 * rows that a statement returns. Only {@link sql} and the functions of this file make it, so its text never contains a value.
 */
export class Sql<out R = unknown> {
  /** Text with one `?` for each value. */
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
  /** Carries the type of the rows. Has no value. */
  declare readonly row: R;

  constructor(text: string, values: readonly SQLInputValue[]) {
    this.sql = text;
    this.values = values;
  }
}

/**
 * Makes SQL of a template. A part that is SQL is included with its values; any other part is a value and becomes a placeholder.
 * A statement that returns rows names their type, next to the columns it selects.
 *
 *     const ofTrace = sql`traceId = ${traceId}`;
 *     sql<{ id: string }>`SELECT id FROM observations WHERE projectId = ${projectId} AND ${ofTrace}`;
 */
export function sql<R = Row>(texts: TemplateStringsArray, ...parts: Array<SQLInputValue | Sql>): Sql<R> {
  let text = texts[0] ?? "";
  const values: SQLInputValue[] = [];
  for (const [index, part] of parts.entries()) {
    if (part instanceof Sql) {
      text += part.sql;
      values.push(...part.values);
    } else {
      text += "?";
      values.push(part);
    }
    text += texts[index + 1];
  }
  return new Sql(text, values);
}

/** Joins conditions, columns or other parts. */
export function joinSql(parts: readonly Sql[], separator: " " | ", " | " AND " | " OR " | " UNION ALL "): Sql {
  return new Sql(
    parts.map((part) => part.sql).join(separator),
    parts.flatMap(({ values }) => values),
  );
}

const NAME = /^[A-Za-z_]\w*$/;

/** Returns the name of a column or table as SQL. Throws for a text that is no plain name. */
export function nameSql(name: string): Sql {
  if (!NAME.test(name)) throw new Error(`"${name}" cannot be a name in SQL`);
  return new Sql(`"${name}"`, []);
}

/** Returns the names of columns as a list. `table` is the name or alias of their table. */
export function columnsSql(names: readonly string[], table?: string): Sql {
  const prefix = table === undefined ? "" : `${nameSql(table).sql}.`;
  return new Sql(names.map((name) => prefix + nameSql(name).sql).join(", "), []);
}

/** Returns values as a list of placeholders. */
export function valuesSql(values: readonly SQLInputValue[]): Sql {
  return new Sql(values.map(() => "?").join(", "), values);
}

/** Returns SQL for a list of texts in one placeholder, so that lists of any length make the same statement. */
export function listSql(texts: readonly string[]): Sql {
  return sql`(SELECT value FROM json_each(${JSON.stringify(texts)}))`;
}

/**
 * Returns an integer as SQL text. SQLite receives every number that is bound to a placeholder as REAL, which would make a
 * division of integers one of fractions.
 */
export function integerSql(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no integer`);
  return new Sql(String(value), []);
}
