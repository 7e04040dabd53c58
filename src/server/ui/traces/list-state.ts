import { useMemo } from "react";
import { useSearchParams } from "wouter";
import type { FilterCondition, FilterTerm } from "../../query/filter-condition.ts";
import { TRACE_ORDERS, type TimeRange, type TraceOrder, type TraceQuery } from "../data/trace-query.ts";
import { DEFAULT_COLUMNS, type TraceColumnName, columnsNamed, columnsText, showsScores } from "./trace-columns.tsx";

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

/** Name of the time between two times. */
export const CUSTOM = "custom";

const WHOLE_TIME = "all";

/** State of the list of traces. The address holds it, so that a link shows the same list. */
export interface ListState {
  readonly query: TraceQuery;
  /** Terms of the filter, without the text that is searched for. */
  readonly filter: readonly FilterTerm[];
  /** Text that is searched for in input and output. */
  readonly search: string;
  /** Name of the chosen length of time. */
  readonly range: string;
  readonly columns: readonly TraceColumnName[];
  readonly hasCharts: boolean;
  readonly setRange: (range: string) => void;
  /** Sets the time between two times, in milliseconds since 1970. */
  readonly setTimes: (from: number | undefined, to: number | undefined) => void;
  readonly setOrder: (order: TraceOrder) => void;
  readonly setFilter: (conditions: readonly FilterTerm[]) => void;
  readonly setSearch: (text: string) => void;
  readonly setColumns: (columns: readonly TraceColumnName[]) => void;
  readonly setCharts: (isShown: boolean) => void;
}

/** Returns the state of the list of traces. Ignores what it cannot read in an address. */
export function useListState(): ListState {
  const [parameters, setParameters] = useSearchParams();
  const get = (name: string): string => parameters.get(name) ?? "";
  const [from, to] = [readTime(get("from")), readTime(get("to"))];
  const isCustom = from !== undefined || to !== undefined;
  const named = Object.hasOwn(RANGES, get("range")) ? get("range") : WHOLE_TIME;
  const lastMs = isCustom ? undefined : RANGES[named]?.lastMs;
  const order = TRACE_ORDERS.find((known) => known === get("order")) ?? "newest";
  const [filterText, search, columnNames] = [get("filter") || "[]", get("search"), get("columns")];
  const filter = useMemo(() => readTerms(filterText), [filterText]);
  const columns = useMemo(() => columnsNamed(columnNames), [columnNames]);
  const withScores = columns.some(showsScores);
  const withContent = columns.includes("input") || columns.includes("output");
  const query = useMemo(
    () => ({
      conditions: [...filter, ...searchFor(search)],
      time: timeOf(lastMs, from, to),
      order,
      withScores,
      withContent,
    }),
    [filter, search, lastMs, from, to, order, withScores, withContent],
  );
  const set = (values: Readonly<Record<string, string | undefined>>): void => {
    setParameters((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(values)) {
        if (value === undefined || value === "") after.delete(name);
        else after.set(name, value);
      }
      return after;
    });
  };
  return {
    query,
    filter,
    search,
    range: isCustom ? CUSTOM : named,
    columns,
    hasCharts: get("charts") === "" ? matchMedia(WIDE).matches : get("charts") === "on",
    setRange: (chosen) => set({ range: chosen === WHOLE_TIME ? "" : chosen, from: "", to: "" }),
    setTimes: (start, end) => set({ range: "", from: timeText(start), to: timeText(end) }),
    setOrder: (chosen) => set({ order: chosen === "newest" ? "" : chosen }),
    setFilter: (conditions) => set({ filter: conditions.length === 0 ? "" : JSON.stringify(conditions) }),
    setSearch: (text) => set({ search: text.trim() }),
    setColumns: (chosen) =>
      set({ columns: chosen.join() === DEFAULT_COLUMNS.join() ? "" : columnsText(chosen) || "none" }),
    setCharts: (isShown) => set({ charts: isShown ? "on" : "off" }),
  };
}

/** Windows that have room for charts above the list. */
const WIDE = "(min-width: 64rem) and (min-height: 40rem)";

function searchFor(text: string): FilterCondition[] {
  return text === "" ? [] : [{ type: "string", column: "content", operator: "matches", value: text }];
}

function timeOf(lastMs: number | undefined, from: number | undefined, to: number | undefined): TimeRange {
  return lastMs === undefined ? { from, to } : { lastMs };
}

function timeText(time: number | undefined): string {
  return time === undefined ? "" : new Date(time).toISOString();
}

function readTime(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

function readTerms(text: string): FilterTerm[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isTerm) : [];
  } catch {
    return [];
  }
}

function isTerm(value: unknown): value is FilterTerm {
  if (typeof value !== "object" || value === null) return false;
  const { filters } = value as { filters?: unknown };
  const names = filters === undefined ? ["type", "column", "operator"] : ["type"];
  const isWhole = names.every((name) => typeof Reflect.get(value, name) === "string");
  return isWhole && (filters === undefined || (Array.isArray(filters) && filters.length > 0 && filters.every(isTerm)));
}
