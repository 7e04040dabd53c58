import { type ListValue, type Sql, joinSql, nameSql, sql } from "../../../storage/sql.ts";

/** Statement as the engine takes it: text with names of parameters, and their values. */
export interface RenderedSql {
  text: string;
  parameters: Record<string, unknown>;
}

/** Renders a statement. The engine gets the values apart from the text. Numbers become integers if they are whole. */
export function renderSql({ texts, parameters }: Sql): RenderedSql {
  const names = parameters.map((value, index) => `{p${index}:${typeOf(value)}}`);
  return {
    text: texts.map((text, index) => text + (names[index] ?? "")).join(""),
    parameters: Object.fromEntries(parameters.map((value, index) => [`p${index}`, value])),
  };
}

function typeOf(value: Sql["parameters"][number]): string {
  if (typeof value === "string") return "String";
  if (typeof value === "number") return numberType([value]);
  if (!isList(value)) throw new TypeError("ClickHouse takes texts, numbers and lists of them");
  const isNumbers = value.length > 0 && value.every((item) => typeof item === "number");
  return `Array(${isNumbers ? numberType(value) : "String"})`;
}

function isList(value: unknown): value is ListValue {
  return Array.isArray(value);
}

function numberType(values: readonly unknown[]): string {
  return values.every(Number.isSafeInteger) ? "Int64" : "Float64";
}

/** Returns the names of columns as a list, each under its own name. `table` is the alias of their table. */
export function namedColumns(names: readonly string[], table: string): Sql {
  return joinSql(
    names.map((name) => sql`${nameSql(table)}.${nameSql(name)} AS ${nameSql(name)}`),
    ", ",
  );
}
