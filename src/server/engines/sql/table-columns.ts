import { type Sql, nameSql, sql } from "../../storage/sql.ts";

/** Returns the columns of a table under their own names. `table` is its alias. */
export function tableColumns<Name extends string>(table: string, names: readonly Name[]): Record<Name, Sql> {
  return Object.fromEntries(names.map((name) => [name, sql`${nameSql(table)}.${nameSql(name)}`])) as Record<Name, Sql>;
}
