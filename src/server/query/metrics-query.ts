import { type RequestIssue, invalidRequest, namedError } from "../http/http-errors.ts";
import { parseIsoTime } from "../http/iso-time.ts";
import { type JsonObject, isObject, parseJson } from "../http/json.ts";
import type { FilterColumns } from "./filter-columns.ts";
import { type FilterNode, parseFilters, parseWhere } from "./filter-syntax.ts";
import { unknownKeys } from "./known-keys.ts";
import { isTimeZone } from "./zone-offsets.ts";

/** Kind of rows that a metrics query counts. */
export type MetricsView = "observations" | "scores-numeric" | "scores-boolean" | "scores-categorical";

/** Function that makes one value of many, such as a sum. */
export type Aggregation = (typeof AGGREGATIONS)[number];

/** Length of the steps of a time series. */
export type Granularity = (typeof GRANULARITIES)[number];

/** Metrics query as sent. Names of dimensions and measures are not yet checked. */
export interface MetricsQuery {
  view: MetricsView;
  dimensions: string[];
  metrics: Array<{ measure: string; aggregation: Aggregation }>;
  filters: FilterNode[];
  granularity: Granularity | null;
  /** IANA name of the zone whose hours, days, weeks and months are the steps; null for UTC. */
  timezone: string | null;
  /** Start of the time window, in milliseconds since 1970; `to` is its end. */
  from: number;
  to: number;
  orderBy: Array<{ field: string; direction: "asc" | "desc" }>;
  /** Number of bars of a histogram. */
  bins: number;
  rowLimit: number;
  /** True when the query sets the number of rows. */
  hasRowLimit: boolean;
}

const VIEWS = ["observations", "scores-numeric", "scores-boolean", "scores-categorical"] as const;
export const AGGREGATIONS = [
  "sum",
  "avg",
  "count",
  "max",
  "min",
  "p50",
  "p75",
  "p90",
  "p95",
  "p99",
  "histogram",
  "uniq",
] as const;
const GRANULARITIES = ["auto", "minute", "hour", "day", "week", "month"] as const;
const DIRECTIONS = ["asc", "desc"] as const;

const KEYS = [
  "view",
  "dimensions",
  "metrics",
  "filters",
  // Of this service only: a filter as text.
  "where",
  "timeDimension",
  "fromTimestamp",
  "toTimestamp",
  "orderBy",
  "config",
];

const DEFAULT_ROWS = 100;
const MAX_ROWS = 1_000;
const DEFAULT_BINS = 10;
const MAX_BINS = 100;
const MAX_LIST = 20;

/** Returns the name of a metric in a row. */
export function metricName({ measure, aggregation }: MetricsQuery["metrics"][number]): string {
  return `${aggregation}_${measure}`;
}

/** Name of the time in a row. */
export const TIME_FIELD = "time_dimension";

/**
 * Reads the `query` parameter. `columnsOf` returns the columns by which a view can be filtered. Throws a 400 that names every value that
 * cannot be used.
 */
export function parseMetricsQuery(
  text: string,
  columnsOf: (view: MetricsView) => FilterColumns | undefined,
): MetricsQuery {
  const query = parseJson(text);
  if (!isObject(query)) throw namedError("InvalidRequestError", "Invalid JSON in query: an object is expected");
  const reader = new Reader();
  reader.object(query, [], KEYS);
  const time = reader.object(query["timeDimension"], ["timeDimension"], ["granularity", "timezone"]);
  const config = reader.object(query["config"], ["config"], ["bins", "row_limit"]);
  const view = reader.oneOf(query["view"], VIEWS, ["view"]);
  const where = reader.text(query["where"] ?? "", ["where"]);
  const parsed: MetricsQuery = {
    view,
    dimensions: reader.list(query["dimensions"], ["dimensions"], ["field"], (item, path) =>
      reader.text(item["field"], [...path, "field"]),
    ),
    metrics: reader.list(query["metrics"], ["metrics"], ["measure", "aggregation"], (item, path) => ({
      measure: reader.text(item["measure"], [...path, "measure"]),
      aggregation: reader.oneOf(item["aggregation"], AGGREGATIONS, [...path, "aggregation"]),
    })),
    filters: [...parseFilters(query["filters"] ?? [], ["filters"]), ...parseWhere(where, columnsOf(view) ?? {})],
    granularity:
      query["timeDimension"] == null
        ? null
        : reader.oneOf(time["granularity"], GRANULARITIES, ["timeDimension", "granularity"]),
    timezone: reader.zone(time["timezone"], ["timeDimension", "timezone"]),
    from: reader.time(query["fromTimestamp"], ["fromTimestamp"]),
    to: reader.time(query["toTimestamp"], ["toTimestamp"]),
    orderBy: reader.list(query["orderBy"] ?? [], ["orderBy"], ["field", "direction"], (item, path) => ({
      field: reader.text(item["field"], [...path, "field"]),
      direction: reader.oneOf(item["direction"], DIRECTIONS, [...path, "direction"]),
    })),
    bins: reader.integer(config["bins"], 1, MAX_BINS, DEFAULT_BINS, ["config", "bins"]),
    rowLimit: reader.integer(config["row_limit"], 1, MAX_ROWS, DEFAULT_ROWS, ["config", "row_limit"]),
    hasRowLimit: config["row_limit"] != null,
  };
  if (parsed.metrics.length === 0) reader.issue("at least one metric is expected", ["metrics"]);
  if (parsed.from >= parsed.to) reader.issue("fromTimestamp must be before toTimestamp", ["fromTimestamp"]);
  reader.end();
  return parsed;
}

type Path = Array<string | number>;

/** Reader of values that collects their problems. The replacement for an unusable value is never used. */
class Reader {
  readonly #issues: RequestIssue[] = [];

  issue(message: string, path: Path): void {
    this.#issues.push({ code: "invalid_value", message: `${path.join(".")}: ${message}`, path });
  }

  object(value: unknown, path: Path, keys: readonly string[]): JsonObject {
    if (isObject(value)) {
      this.#issues.push(...unknownKeys(value, keys, path));
      return value;
    }
    if (value != null) this.issue("an object is expected", path);
    return {};
  }

  list<T>(value: unknown, path: Path, keys: readonly string[], read: (item: JsonObject, path: Path) => T): T[] {
    if (value == null) return [];
    if (Array.isArray(value) && value.length <= MAX_LIST && value.every(isObject)) {
      return value.map((item, index) => {
        const itemPath = [...path, index];
        return read(this.object(item, itemPath, keys), itemPath);
      });
    }
    this.issue(`a list of at most ${MAX_LIST} objects is expected`, path);
    return [];
  }

  text(value: unknown, path: Path): string {
    if (typeof value !== "string") this.issue("a text is expected", path);
    return String(value);
  }

  oneOf<T extends string>(value: unknown, options: readonly T[], path: Path): T {
    if (!options.some((option) => option === value)) this.issue(`one of ${options.join(", ")} is expected`, path);
    return value as T;
  }

  zone(value: unknown, path: Path): string | null {
    if (value == null) return null;
    if (typeof value === "string" && isTimeZone(value)) return value;
    this.issue(`${JSON.stringify(value)} is no time zone: an IANA name such as Europe/Berlin is expected`, path);
    return null;
  }

  time(value: unknown, path: Path): number {
    const time = typeof value === "string" ? parseIsoTime(value) : undefined;
    if (time === undefined) this.issue("an ISO 8601 date and time is expected", path);
    return time ?? 0;
  }

  integer(value: unknown, least: number, most: number, fallback: number, path: Path): number {
    if (value == null) return fallback;
    if (!Number.isInteger(value) || Number(value) < least || Number(value) > most) {
      this.issue(`an integer from ${least} to ${most} is expected`, path);
    }
    return Number(value);
  }

  /** Throws a 400 when any value could not be used. */
  end(): void {
    if (this.#issues.length > 0) throw invalidRequest(this.#issues);
  }
}
