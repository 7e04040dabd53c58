import type { FilterCondition } from "./filter-condition.ts";

/** Orders of the list of traces. All but `newest` put the highest first. */
export const TRACE_ORDERS = ["newest", "latency", "tokens", "cost", "errors"] as const;

/** Order of the list of traces. */
export type TraceOrder = (typeof TRACE_ORDERS)[number];

/** Query for traces. A trace is found when one of its observations meets all conditions. */
export interface TraceQuery {
  readonly conditions: readonly FilterCondition[];
  /** Length of the time up to now, in milliseconds; undefined for all of it. */
  readonly lastMs: number | undefined;
  readonly order: TraceOrder;
}

/** Returns the conditions that observations of any of the traces meet. */
export function ofTraces(traceIds: readonly string[]): FilterCondition {
  return { type: "stringOptions", column: "traceId", operator: "any of", value: traceIds };
}

/** Condition that failed observations meet. */
export const IS_ERROR: FilterCondition = { type: "string", column: "level", operator: "=", value: "ERROR" };
