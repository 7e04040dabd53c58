import type { ExperimentItem, ScoreV3, SvcAPIClient } from "@svc/core/api";
import { useQueries } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { contentText } from "../conversation/content-text.ts";
import { ALL_TIME } from "./experiment-list.ts";
import { readMetrics } from "./metrics.ts";
import { useProject } from "./project.tsx";
import type { FilterCondition } from "../../query/filter-condition.ts";
import { ofTraces } from "./trace-query.ts";

/** Run of one item in an experiment. */
export interface ItemRun {
  readonly itemId: string;
  readonly traceId: string;
  /** Milliseconds since 1970. */
  readonly startTime: number;
  /** Milliseconds. */
  readonly latency: number;
  /** USD, without the judging. */
  readonly cost: number;
  readonly tokens: number;
  readonly hasFailed: boolean;
  readonly input: string;
  readonly expectedOutput: string;
  readonly output: string;
  readonly scores: readonly ScoreV3[];
}

/** Runs of the items of several experiments. */
export interface ExperimentItems {
  /** Runs by the id of their experiment, the oldest first; without the experiments that are still being read. */
  readonly runs: ReadonlyMap<string, readonly ItemRun[]>;
  /** Number of runs that have been read. */
  readonly readSoFar: number;
  readonly isLoading: boolean;
  /** True while anything is read, also again. */
  readonly isReading: boolean;
  /** Time of the oldest read, in milliseconds since 1970. */
  readonly readAt: number;
  readonly error: Error | null;
  readonly reload: () => void;
}

/** Most runs of an experiment that the page holds: the latest. */
export const MOST_RUNS = 20_000;

/** Runs that the API returns at once. */
const LIMIT = 100;

const FIELDS = "core,io,scores";

/** Condition for the observations of an item that are not the work of its evaluators. */
const IS_NO_JUDGING: FilterCondition = { type: "boolean", column: "isExperimentJudging", operator: "=", value: false };

/** Returns the runs of the items of experiments. */
export function useExperimentItems(experimentIds: readonly string[]): ExperimentItems {
  const { id, api } = useProject();
  const [progress, setProgress] = useState<Readonly<Record<string, number>>>({});
  const queries = useQueries({
    queries: experimentIds.map((experimentId) => ({
      queryKey: ["experimentItems", id, experimentId],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        readRuns(api, experimentId, signal, (count) => setProgress((before) => ({ ...before, [experimentId]: count }))),
      staleTime: Infinity,
    })),
    combine: useCallback(
      (results: ReadonlyArray<QueryResult>) => ({
        runs: new Map(
          results.flatMap(({ data }, index) =>
            data === undefined ? [] : [[experimentIds[index] ?? "", data] as const],
          ),
        ),
        isLoading: results.some(({ isPending }) => isPending),
        isReading: results.some(({ isFetching }) => isFetching),
        readAt: results.length === 0 ? 0 : Math.min(...results.map(({ dataUpdatedAt }) => dataUpdatedAt)),
        error: results.find(({ error }) => error !== null)?.error ?? null,
        reload: () => results.forEach(({ refetch }) => void refetch()),
      }),
      [experimentIds],
    ),
  });
  const readSoFar = experimentIds.reduce((sum, experimentId) => sum + (progress[experimentId] ?? 0), 0);
  return { ...queries, readSoFar };
}

interface QueryResult {
  readonly data: readonly ItemRun[] | undefined;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly dataUpdatedAt: number;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

async function readRuns(
  api: SvcAPIClient,
  experimentId: string,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<readonly ItemRun[]> {
  const filter = JSON.stringify([{ type: "string", column: "experimentId", operator: "=", value: experimentId }]);
  // The costs of a page are read while the next page is.
  const pages: Array<Promise<ItemRun[]>> = [];
  let [count, cursor]: [number, string | undefined] = [0, undefined];
  do {
    signal.throwIfAborted();
    const { data, meta } = await api.experiments.listItems({
      fromStartTime: ALL_TIME,
      fields: FIELDS,
      limit: LIMIT,
      filter,
      cursor,
    });
    await pages.at(-1);
    pages.push(withCosts(api, data));
    count += data.length;
    onProgress(count);
    cursor = meta.cursor ?? undefined;
  } while (cursor !== undefined && count < MOST_RUNS);
  return (await Promise.all(pages)).flat().toReversed();
}

/** Returns items with the cost and tokens of their traces, without those of the judging. */
async function withCosts(api: SvcAPIClient, items: readonly ExperimentItem[]): Promise<ItemRun[]> {
  const traceIds = [...new Set(items.map(({ traceId }) => traceId))];
  if (traceIds.length === 0) return [];
  const rows = await readMetrics(api, {
    dimensions: ["traceId"],
    measures: ["sum_totalCost", "sum_totalTokens"],
    conditions: [ofTraces(traceIds), IS_NO_JUDGING],
    rows: traceIds.length,
  });
  const totals = new Map(rows.map((row) => [row["traceId"], row]));
  return items.map((item) => {
    const total = totals.get(item.traceId);
    return runOf(item, Number(total?.["sum_totalCost"] ?? 0), Number(total?.["sum_totalTokens"] ?? 0));
  });
}

function runOf(item: ExperimentItem, cost: number, tokens: number): ItemRun {
  const { experimentItemId, traceId, startTime, endTime, level, input, expectedOutput, output, scores = [] } = item;
  const start = Date.parse(startTime);
  return {
    itemId: experimentItemId,
    traceId,
    startTime: start,
    latency: Date.parse(endTime ?? startTime) - start,
    cost,
    tokens,
    hasFailed: level === "ERROR",
    input: contentText(input),
    expectedOutput: contentText(expectedOutput),
    output: contentText(output),
    scores,
  };
}
