import type { SvcAPIClient } from "@svc/core/api";
import type { FilterCondition, FilterTerm } from "../../query/filter-condition.ts";
import { readMetrics } from "./metrics.ts";

/** Generations that name a version of a prompt. */
export interface VersionUsage {
  readonly version: number;
  readonly generations: number;
  /** Milliseconds. */
  readonly medianLatency: number;
  readonly slowLatency: number;
  readonly tokens: number;
  /** USD. */
  readonly cost: number;
}

/** Most versions that are read. */
const MOST = 1_000;

/** Reads how the versions of a prompt were used, the newest version first. */
export async function readPromptUsage(api: SvcAPIClient, name: string): Promise<readonly VersionUsage[]> {
  const rows = await readMetrics(api, {
    dimensions: ["promptVersion"],
    measures: ["count_count", "p50_latency", "p95_latency", "sum_totalTokens", "sum_totalCost"],
    conditions: [hasPrompt(name)],
    rows: MOST,
  });
  return rows
    .map((row) => ({
      version: Number(row["promptVersion"]),
      generations: Number(row["count_count"]),
      medianLatency: Number(row["p50_latency"]),
      slowLatency: Number(row["p95_latency"]),
      tokens: Number(row["sum_totalTokens"] ?? 0),
      cost: Number(row["sum_totalCost"] ?? 0),
    }))
    .toSorted((one, other) => other.version - one.version);
}

/** Returns the conditions that generations with a version of a prompt meet. */
export function ofPromptVersion(name: string, version: number): readonly FilterTerm[] {
  return [hasPrompt(name), { type: "number", column: "promptVersion", operator: "=", value: version }];
}

function hasPrompt(name: string): FilterCondition {
  return { type: "string", column: "promptName", operator: "=", value: name };
}
