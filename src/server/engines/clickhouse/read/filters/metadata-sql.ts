import { type Sql, arraySql, sql } from "../../../../storage/sql.ts";
import { COMPARISONS, type KeyedFilter } from "../../../sql/filter-condition.ts";
import { TEXT_COMPARISONS } from "./comparisons.ts";

/**
 * Returns a condition on one leaf of the metadata, a map from path to JSON text. A missing key meets no condition, whatever the
 * operator.
 */
export function metadataSql(metadata: Sql, filter: KeyedFilter): Sql {
  const leaf = sql`${metadata}[${filter.key}]`;
  return sql`(mapContains(${metadata}, ${filter.key}) AND ${leafSql(leaf, filter)})`;
}

/** Returns a condition on a leaf, which is JSON text. Its first character tells its type. */
function leafSql(leaf: Sql, filter: KeyedFilter): Sql {
  switch (filter.type) {
    case "stringObject":
      return TEXT_COMPARISONS[filter.operator](leafText(leaf), filter.value);
    case "numberObject":
      return sql`(${isNumber(leaf)} AND toFloat64OrZero(${leaf}) ${COMPARISONS[filter.operator]} ${filter.value})`;
    case "booleanObject":
      return sql`${leaf} = ${String(filter.value === (filter.operator === "="))}`;
    case "categoryOptions":
      break;
  }
  // A list of texts meets the condition when any of its items does. A number is no option.
  const items = sql`arrayMap(item -> ${leafText(sql`item`)},
    arrayFilter(item -> NOT ${isNumber(sql`item`)},
      if(startsWith(${leaf}, '['), JSONExtractArrayRaw(${leaf}), [${leaf}])))`;
  const found = sql`hasAny(${items}, ${arraySql(filter.value)})`;
  return filter.operator === "any of" ? found : sql`NOT ${found}`;
}

function isNumber(leaf: Sql): Sql {
  return sql`match(${leaf}, '^[-0-9]')`;
}

/** Returns SQL for the text of a leaf: a text as it is, null as an empty text, anything else as the stored JSON. */
function leafText(leaf: Sql): Sql {
  return sql`multiIf(startsWith(${leaf}, '"'), JSONExtractString(${leaf}), ${leaf} = 'null', '', ${leaf})`;
}
