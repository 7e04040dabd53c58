import type { FilterCondition, FilterTerm } from "../../query/filter-condition.ts";

/** Orders of the list of traces. All but `newest` put the highest first. */
export const TRACE_ORDERS = ["newest", "latency", "firstToken", "tokens", "cost", "errors"] as const;

export type TraceOrder = (typeof TRACE_ORDERS)[number];

/** Range of time: up to now, between two times, or all of it. */
export interface TimeRange {
  /** Length of the time up to now, in milliseconds. */
  readonly lastMs?: number | undefined;
  /** Start, in milliseconds since 1970. */
  readonly from?: number | undefined;
  /** End, in milliseconds since 1970. Does not belong to the range. */
  readonly to?: number | undefined;
}

/** Query for traces. A trace is found when one of its observations meets all conditions in the time. */
export interface TraceQuery {
  readonly conditions: readonly FilterTerm[];
  readonly time: TimeRange;
  readonly order: TraceOrder;
  /** True when the scores of the traces are read. */
  readonly withScores: boolean;
  /** True when what the traces were asked and answered is read. */
  readonly withContent: boolean;
}

/** Returns start and end of a range at this moment, in milliseconds since 1970. */
export function boundsOf({ lastMs, from, to }: TimeRange): Pick<TimeRange, "from" | "to"> {
  return lastMs === undefined ? { from, to } : { from: Date.now() - lastMs };
}

/** Returns the conditions of a query, with those of its time. */
export function conditionsOf({ conditions, time }: TraceQuery): readonly FilterTerm[] {
  const { from, to } = boundsOf(time);
  return [
    ...conditions,
    ...(from === undefined ? [] : [startTime(">=", from)]),
    ...(to === undefined ? [] : [startTime("<", to)]),
  ];
}

function startTime(operator: string, time: number): FilterCondition {
  return { type: "datetime", column: "startTime", operator, value: new Date(time).toISOString() };
}

/** Returns the conditions that observations of any of the traces meet. */
export function ofTraces(traceIds: readonly string[]): FilterCondition {
  return { type: "stringOptions", column: "traceId", operator: "any of", value: traceIds };
}

/** Condition that failed observations meet. */
export const IS_ERROR: FilterCondition = { type: "string", column: "level", operator: "=", value: "ERROR" };

/** Condition that the roots of traces meet. */
export const IS_ROOT: FilterCondition = { type: "boolean", column: "isRootObservation", operator: "=", value: true };
