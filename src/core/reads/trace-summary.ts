import { topsAmong, traceFields } from "../values/trace-fields.ts";
import type { Condition, ObservationReads, ReadObservation } from "./observation-reads.ts";

/** Trace as a row of a list. `svc traces --json` prints it. */
export interface TraceSummary {
  readonly traceId: string;
  readonly name: string;
  readonly startTime: string;
  /** Seconds from the first start to the last end of the top observations. */
  readonly latency: number;
  readonly observations: number;
  readonly errors: number;
  readonly tokens: number;
  /** USD. */
  readonly cost: number;
  readonly models: readonly string[];
  readonly userId: string | null;
  readonly sessionId: string | null;
  readonly environment: string | null;
  readonly tags: readonly string[];
}

/** Groups of fields that an observation needs to be summed up. */
export const SUMMARY_FIELDS = "core,basic,model,trace_context";

/** Most traces that can be summed up at once: their ids stand in the address of a request. */
export const MOST_SUMMARIES = 100;

/** Condition that failed observations meet. */
export const IS_ERROR: Condition = { type: "string", column: "level", operator: "=", value: "ERROR" };

const IS_ROOT: Condition = { type: "boolean", column: "isRootObservation", operator: "=", value: true };

/** Most roots of the traces that are summed up at once. */
const MOST_ROOTS = 5_000;

/**
 * Sums up traces, at most {@link MOST_SUMMARIES}. `seen` has observations of each, with {@link SUMMARY_FIELDS}: of a trace whose root
 * has not arrived they stand for it.
 */
export async function summarizeTraces(
  reads: ObservationReads,
  seen: ReadonlyMap<string, readonly ReadObservation[]>,
): Promise<TraceSummary[]> {
  const which: Condition = { type: "stringOptions", column: "traceId", operator: "any of", value: [...seen.keys()] };
  const [roots, totals, errors] = await Promise.all([
    reads.observationList([which, IS_ROOT], { fields: SUMMARY_FIELDS }, MOST_ROOTS),
    reads.totals(
      [which],
      [
        ["count", "count"],
        ["sum", "totalTokens"],
        ["sum", "totalCost"],
      ],
    ),
    reads.totals([which, IS_ERROR], [["count", "count"]]),
  ]);
  const rootsOf = Map.groupBy(roots, ({ traceId }) => traceId);
  return Array.from(seen, ([traceId, ofTrace]) => {
    const total = totals.get(traceId) ?? {};
    return {
      traceId,
      ...describe(rootsOf.get(traceId) ?? topsAmong(ofTrace)),
      models: [...new Set(ofTrace.flatMap(({ providedModelName }) => providedModelName ?? []))],
      observations: Number(total["count_count"] ?? 0),
      errors: Number(errors.get(traceId)?.["count_count"] ?? 0),
      tokens: Number(total["sum_totalTokens"] ?? 0),
      cost: Number(total["sum_totalCost"] ?? 0),
    };
  });
}

function describe(
  tops: readonly ReadObservation[],
): Pick<TraceSummary, "name" | "startTime" | "latency" | "userId" | "sessionId" | "environment" | "tags"> {
  const { name, startTime, latency, userId, sessionId, environment, tags } = traceFields(tops);
  return {
    name,
    startTime: new Date(startTime).toISOString(),
    latency: latency / 1_000,
    userId: userId ?? null,
    sessionId: sessionId ?? null,
    environment: environment ?? null,
    tags,
  };
}
