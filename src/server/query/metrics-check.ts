import { namedError } from "../http/http-errors.ts";
import { checkFilters } from "./filter-check.ts";
import { type MetricsQuery, TIME_FIELD, metricName } from "./metrics-query.ts";
import { METRICS_VIEWS, type View, splitsOf } from "./metrics-views.ts";

/**
 * Throws a 400 for names that the view does not have, and for combinations that it does not support. The message for an unknown
 * name lists the names that the view has.
 */
export function checkMetricsQuery(query: MetricsQuery): void {
  const view = METRICS_VIEWS[query.view];
  for (const name of query.dimensions) requireOwn("dimension", name, view.dimensions, query);
  for (const { measure } of query.metrics) requireOwn("measure", measure, view.measures, query);
  checkFilters(query.filters, view.filterColumns);
  checkOrder(query);
  checkCardinality(query, view);
  checkSplits(query, view);
}

function requireOwn(what: string, name: string, known: object, { view }: MetricsQuery): void {
  if (Object.hasOwn(known, name)) return;
  throw refuse(`Invalid ${what} ${name}: the view ${view} has ${Object.keys(known).join(", ")}`);
}

function checkOrder(query: MetricsQuery): void {
  const fields = [...query.dimensions, ...query.metrics.map(metricName), ...(query.granularity ? [TIME_FIELD] : [])];
  for (const { field } of query.orderBy) {
    if (!fields.includes(field)) throw refuse(`Invalid orderBy field ${field}: this query has ${fields.join(", ")}`);
  }
}

function checkCardinality(query: MetricsQuery, view: View): void {
  const high = query.dimensions.filter((name) => view.dimensions[name]?.isHighCardinality);
  if (high.length === 0) return;
  const measures = new Set(query.metrics.map(metricName));
  const isRanked = query.orderBy.some(({ field, direction }) => direction === "desc" && measures.has(field));
  if (query.granularity !== null || !query.hasRowLimit || !isRanked) {
    throw refuse(
      `High cardinality dimension ${high.join(", ")}: ask for the highest, with config.row_limit, orderBy a metric desc, ` +
        "and no timeDimension",
    );
  }
}

/**
 * Throws a 400 when a query by kind of cost or usage has another measure, which would count every observation several times.
 */
function checkSplits(query: MetricsQuery, view: View): void {
  const splits = splitsOf(query, view);
  if (splits.size === 0) return;
  const isPlain = query.metrics.some(({ measure }) => view.measures[measure]?.splitsBy === undefined);
  if (splits.size > 1 || isPlain) {
    throw refuse("costType goes only with costByType, and usageType only with usageByType");
  }
}

function refuse(message: string): Error {
  return namedError("InvalidRequestError", message);
}
