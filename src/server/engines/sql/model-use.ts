import { MOST_NAMES, type ModelUse } from "../../query/model-use.ts";
import { type Sql, integerSql, sql } from "../../storage/sql.ts";
import type { Dialect } from "./dialect.ts";

/** Returns the statement for the names of models that the observations `o` of a condition have, the most frequent first. */
export function modelUseStatement(dialect: Dialect, condition: Sql): Sql<ModelUse> {
  return sql`SELECT o.model AS name, o.modelId AS modelId, count(*) AS calls,
      ${dialect.whole(dialect.total(sql`o.totalTokens`))} AS tokens, ${dialect.total(sql`o.totalCost`)} AS cost
    FROM ${dialect.observations} WHERE ${condition} AND ${dialect.mayGoOn} AND o.model IS NOT NULL
    GROUP BY o.model, o.modelId ORDER BY 3 DESC, 1, 2 NULLS FIRST LIMIT ${integerSql(MOST_NAMES)}`;
}
