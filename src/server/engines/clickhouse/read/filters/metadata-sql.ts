import { type ChSql, ch } from "../../database/clickhouse-sql.ts";
import type { Filter } from "../../../../query/filter-syntax.ts";
import { COMPARISONS, TEXT_COMPARISONS } from "./comparisons.ts";

type KeyedFilter = Extract<Filter, { key: string }>;

/**
 * Returns a condition on one leaf of the metadata, a map from path to JSON text. A missing key meets no condition, whatever the
 * operator.
 */
export function metadataCh(metadata: ChSql, filter: KeyedFilter): ChSql {
  const leaf = ch`${metadata}[${filter.key}]`;
  return ch`(mapContains(${metadata}, ${filter.key}) AND ${leafCh(leaf, filter)})`;
}

/** Returns a condition on a leaf, which is JSON text. Its first character tells its type. */
function leafCh(leaf: ChSql, filter: KeyedFilter): ChSql {
  switch (filter.type) {
    case "stringObject":
      return TEXT_COMPARISONS[filter.operator](leafText(leaf), filter.value);
    case "numberObject":
      return ch`(${isNumber(leaf)} AND toFloat64OrZero(${leaf}) ${COMPARISONS[filter.operator]} ${filter.value})`;
    case "booleanObject":
      return ch`${leaf} = ${String(filter.value === (filter.operator === "="))}`;
    case "categoryOptions":
      break;
  }
  // A list of texts meets the condition when any of its items does. A number is no option.
  const items = ch`arrayMap(item -> ${leafText(ch`item`)},
    arrayFilter(item -> NOT ${isNumber(ch`item`)},
      if(startsWith(${leaf}, '['), JSONExtractArrayRaw(${leaf}), [${leaf}])))`;
  const found = ch`hasAny(${items}, ${filter.value})`;
  return filter.operator === "any of" ? found : ch`NOT ${found}`;
}

function isNumber(leaf: ChSql): ChSql {
  return ch`match(${leaf}, '^[-0-9]')`;
}

/** Returns SQL for the text of a leaf: a text as it is, null as an empty text, anything else as the stored JSON. */
function leafText(leaf: ChSql): ChSql {
  return ch`multiIf(startsWith(${leaf}, '"'), JSONExtractString(${leaf}), ${leaf} = 'null', '', ${leaf})`;
}
