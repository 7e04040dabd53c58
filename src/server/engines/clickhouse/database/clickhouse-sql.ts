/** Value of a parameter. */
type Value = string | number | readonly string[] | readonly number[];

/** Part of a statement: text, or the value of a parameter. */
type Part = { text: string } | { value: Value };

/**
 * SQL of ClickHouse together with the values of its parameters: a whole statement, or a part that other SQL includes. `R` is the
 * type of the rows that a statement returns. Only the functions of this file make it, so its text never contains a value.
 */
export class ChSql<out R = unknown> {
  readonly parts: readonly Part[];
  /** Carries the type of the rows. Has no value. */
  declare readonly row: R;

  constructor(parts: readonly Part[]) {
    this.parts = parts;
  }
}

/** Row of a statement that names no type. */
export type ChRow = Record<string, unknown>;

/**
 * Makes SQL of a template. A part that is SQL is included with its values; any other part is a value and becomes a parameter.
 * The engine gets the values apart from the text. Numbers become integers where they are whole.
 */
export function ch<R = ChRow>(texts: TemplateStringsArray, ...parts: Array<Value | ChSql>): ChSql<R> {
  const made: Part[] = [{ text: texts[0] ?? "" }];
  for (const [index, part] of parts.entries()) {
    if (part instanceof ChSql) made.push(...part.parts);
    else made.push({ value: part });
    made.push({ text: texts[index + 1] ?? "" });
  }
  return new ChSql(made);
}

/** Joins conditions, columns or other parts. */
export function joinCh(list: readonly ChSql[], separator: " " | ", " | " AND " | " OR "): ChSql {
  return new ChSql(list.flatMap(({ parts }, index) => (index === 0 ? parts : [{ text: separator }, ...parts])));
}

const NAME = /^[A-Za-z_]\w*$/;

/** Returns the name of a column or table as SQL. Throws for a text that is no plain name. */
export function nameCh(name: string): ChSql {
  if (!NAME.test(name)) throw new Error(`"${name}" cannot be a name in SQL`);
  return new ChSql([{ text: `\`${name}\`` }]);
}

/** Returns the names of columns as a list, each under its own name. `table` is the alias of their table. */
export function columnsCh(names: readonly string[], table: string): ChSql {
  return joinCh(
    names.map((name) => ch`${nameCh(table)}.${nameCh(name)} AS ${nameCh(name)}`),
    ", ",
  );
}

/** Returns an integer as SQL text, where the engine takes no parameter. */
export function integerCh(value: number): ChSql {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no integer`);
  return new ChSql([{ text: String(value) }]);
}

/** Statement as the engine takes it: text with names of parameters, and their values. */
export interface RenderedSql {
  text: string;
  parameters: Record<string, unknown>;
}

/** Renders a statement. */
export function renderCh({ parts }: ChSql): RenderedSql {
  const parameters: Record<string, unknown> = {};
  let count = 0;
  const text = parts.map((part) => {
    if ("text" in part) return part.text;
    const name = `p${count}`;
    count += 1;
    parameters[name] = part.value;
    return `{${name}:${typeOf(part.value)}}`;
  });
  return { text: text.join(""), parameters };
}

function typeOf(value: Value): string {
  if (typeof value === "string") return "String";
  if (typeof value === "number") return Number.isSafeInteger(value) ? "Int64" : "Float64";
  const isNumbers = value.length > 0 && value.every((item) => typeof item === "number");
  if (!isNumbers) return "Array(String)";
  return value.every(Number.isSafeInteger) ? "Array(Int64)" : "Array(Float64)";
}

/** Makes SQL of a constant text of this service. It must contain no value. */
export function textCh(text: string): ChSql {
  return new ChSql([{ text }]);
}
