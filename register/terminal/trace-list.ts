import { topsAmong, traceFields } from "@svc/core/internal";
import type { Condition, ServiceReads, TerminalObservation } from "./reads.ts";

/** Trace as a row of a list. `svc traces --json` prints it. */
export interface ListedTrace {
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

/** Traces whose totals are read at once: their ids stand in the address of a request. */
const AT_A_TIME = 100;

/** Most roots of the traces whose totals are read at once. */
const MOST_ROOTS = 5_000;

const FIELDS = "core,basic,model,trace_context";

const IS_ROOT: Condition = { type: "boolean", column: "isRootObservation", operator: "=", value: true };

/** Condition that failed observations meet. */
export const IS_ERROR: Condition = { type: "string", column: "level", operator: "=", value: "ERROR" };

/** Reads the latest traces that have an observation that meets all conditions, the newest first. */
export async function listTraces(
  reads: ServiceReads,
  conditions: readonly Condition[],
  since: Date | undefined,
  limit: number,
): Promise<ListedTrace[]> {
  const found = new Map<string, TerminalObservation[]>();
  const pages = reads.observations(conditions, { fields: FIELDS, fromStartTime: since?.toISOString() });
  for await (const page of pages) {
    for (const observation of page) {
      const ofTrace = found.get(observation.traceId);
      if (ofTrace !== undefined) ofTrace.push(observation);
      else if (found.size < limit) found.set(observation.traceId, [observation]);
    }
    if (found.size >= limit) break;
  }
  const traces: ListedTrace[] = [];
  const entries = [...found];
  for (let from = 0; from < entries.length; from += AT_A_TIME) {
    traces.push(...(await withTotals(reads, new Map(entries.slice(from, from + AT_A_TIME)))));
  }
  return traces;
}

async function withTotals(
  reads: ServiceReads,
  found: ReadonlyMap<string, readonly TerminalObservation[]>,
): Promise<ListedTrace[]> {
  const which: Condition = { type: "stringOptions", column: "traceId", operator: "any of", value: [...found.keys()] };
  const [roots, totals, errors] = await Promise.all([
    reads.observationList([which, IS_ROOT], { fields: FIELDS }, MOST_ROOTS),
    reads.metrics(
      [which],
      [
        ["count", "count"],
        ["sum", "totalTokens"],
        ["sum", "totalCost"],
      ],
    ),
    reads.metrics([which, IS_ERROR], [["count", "count"]]),
  ]);
  const rootsOf = Map.groupBy(roots, ({ traceId }) => traceId);
  const listed = ([traceId, seen]: [string, readonly TerminalObservation[]]): ListedTrace => {
    const total = totals.get(traceId) ?? {};
    return {
      traceId,
      ...describe(rootsOf.get(traceId) ?? topsAmong(seen)),
      models: [...new Set(seen.flatMap(({ providedModelName }) => providedModelName ?? []))],
      observations: Number(total["count_count"] ?? 0),
      errors: Number(errors.get(traceId)?.["count_count"] ?? 0),
      tokens: Number(total["sum_totalTokens"] ?? 0),
      cost: Number(total["sum_totalCost"] ?? 0),
    };
  };
  return Array.from(found, listed);
}

function describe(
  tops: readonly TerminalObservation[],
): Pick<ListedTrace, "name" | "startTime" | "latency" | "userId" | "sessionId" | "environment" | "tags"> {
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
