import type { SQLInputValue, SQLOutputValue } from "node:sqlite";

/** One row, as SQLite returns it. */
export type Row = Record<string, SQLOutputValue>;

/** List that is one value. Only ClickHouse takes it. */
export type ListValue = readonly string[] | readonly number[];

/**
 * SQL together with its values: a whole statement, or a part that other SQL includes. `R` is the type of the rows that a statement
 * returns. Only {@link sql} and the functions of this file make it, so its text never contains a value. Each engine renders it with
 * placeholders of its own.
 */
export class Sql<out R = unknown> {
  /** Texts around the values: one more than there are values. */
  readonly texts: readonly string[];
  readonly parameters: ReadonlyArray<SQLInputValue | ListValue>;
  /** Carries the type of the rows. Has no value. */
  declare readonly row: R;

  constructor(texts: readonly string[], parameters: ReadonlyArray<SQLInputValue | ListValue> = []) {
    this.texts = texts;
    this.parameters = parameters;
  }

  /** Text with one `?` for each value. */
  get sql(): string {
    return this.texts.join("?");
  }

  /** Values of the placeholders. SQL for SQLite and PostgreSQL has no lists: {@link arraySql} is for ClickHouse. */
  get values(): readonly SQLInputValue[] {
    return this.parameters as readonly SQLInputValue[];
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
  return concatenated(texts, parts.map(asSql));
}

/** Joins conditions, columns or other parts. */
export function joinSql(parts: readonly Sql[], separator: " " | ", " | " AND " | " OR " | " UNION ALL " | " + "): Sql {
  return concatenated(["", ...parts.slice(1).map(() => separator), ""], parts);
}

function asSql(part: SQLInputValue | Sql): Sql {
  return part instanceof Sql ? part : new Sql(["", ""], [part]);
}

/** Joins parts, with a text before and after each. */
function concatenated<R>(between: readonly string[], parts: readonly Sql[]): Sql<R> {
  const texts = [between[0] ?? ""];
  for (const [index, part] of parts.entries()) {
    texts[texts.length - 1] += part.texts[0] ?? "";
    texts.push(...part.texts.slice(1));
    texts[texts.length - 1] += between[index + 1] ?? "";
  }
  return new Sql(
    texts,
    parts.flatMap(({ parameters }) => parameters),
  );
}

const NAME = /^[A-Za-z_]\w*$/;

/** Returns the name of a column or table as SQL. Throws for a text that is no plain name. */
export function nameSql(name: string): Sql {
  if (!NAME.test(name)) throw new Error(`"${name}" cannot be a name in SQL`);
  return new Sql([`"${name}"`]);
}

/** Returns the names of columns as a list. `table` is the name or alias of their table. */
export function columnsSql(names: readonly string[], table?: string): Sql {
  const columns = names.map(nameSql);
  return joinSql(table === undefined ? columns : columns.map((column) => sql`${nameSql(table)}.${column}`), ", ");
}

/** Returns values as a list of placeholders. */
export function valuesSql(values: readonly SQLInputValue[]): Sql {
  return joinSql(values.map(asSql), ", ");
}

/** Returns SQL for a list of values in one placeholder, so that lists of any length make the same statement. */
export function listSql(values: ReadonlyArray<string | number>): Sql {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** Returns SQL for a list in ClickHouse: one value. */
export function arraySql(values: ListValue): Sql {
  return new Sql(["", ""], [values]);
}

/**
 * Returns an integer as SQL text. SQLite receives every number that is bound to a placeholder as REAL, which would make a
 * division of integers one of fractions; ClickHouse takes no placeholder in some places.
 */
export function integerSql(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no integer`);
  return new Sql([String(value)]);
}

/** Makes SQL of a constant text of this service. It must contain no value. */
export function textSql(text: string): Sql {
  return new Sql([text]);
}
