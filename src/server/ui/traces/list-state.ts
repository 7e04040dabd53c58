import { useMemo } from "react";
import { useSearchParams } from "wouter";
import type { FilterCondition } from "../data/filter-condition.ts";
import { TRACE_ORDERS, type TraceOrder, type TraceQuery } from "../data/trace-query.ts";

const MINUTE = 60_000;

/** Lengths of time to choose from, in milliseconds; `all` is everything. */
export const RANGES: Readonly<Record<string, { label: string; lastMs?: number }>> = {
  "15m": { label: "Last 15 minutes", lastMs: 15 * MINUTE },
  "1h": { label: "Last hour", lastMs: 60 * MINUTE },
  "1d": { label: "Last 24 hours", lastMs: 24 * 60 * MINUTE },
  "7d": { label: "Last 7 days", lastMs: 7 * 24 * 60 * MINUTE },
  "30d": { label: "Last 30 days", lastMs: 30 * 24 * 60 * MINUTE },
  all: { label: "All time" },
};

const WHOLE_TIME = "all";

/** State of the list of traces. The address holds it, so that a link shows the same list. */
export interface ListState {
  readonly query: TraceQuery;
  /** Name of the chosen length of time. */
  readonly range: string;
  readonly setRange: (range: string) => void;
  readonly setOrder: (order: TraceOrder) => void;
  readonly setConditions: (conditions: readonly FilterCondition[]) => void;
}

/** Returns the state of the list of traces. Ignores what it cannot read in an address. */
export function useListState(): ListState {
  const [parameters, setParameters] = useSearchParams();
  const named = parameters.get("range") ?? WHOLE_TIME;
  const range = Object.hasOwn(RANGES, named) ? named : WHOLE_TIME;
  const order = TRACE_ORDERS.find((known) => known === parameters.get("order")) ?? "newest";
  const filter = parameters.get("filter") ?? "[]";
  const query = useMemo(
    () => ({ conditions: readConditions(filter), lastMs: RANGES[range]?.lastMs, order }),
    [filter, range, order],
  );
  const set = (name: string, value: string, standard: string): void => {
    setParameters((before) => {
      const after = new URLSearchParams(before);
      if (value === standard) after.delete(name);
      else after.set(name, value);
      return after;
    });
  };
  return {
    query,
    range,
    setRange: (chosen) => set("range", chosen, WHOLE_TIME),
    setOrder: (chosen) => set("order", chosen, "newest"),
    setConditions: (conditions) => set("filter", JSON.stringify(conditions), "[]"),
  };
}

function readConditions(text: string): FilterCondition[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isCondition) : [];
  } catch {
    return [];
  }
}

function isCondition(value: unknown): value is FilterCondition {
  if (typeof value !== "object" || value === null) return false;
  return ["type", "column", "operator"].every((name) => typeof Reflect.get(value, name) === "string");
}
