import { countOf, isFields } from "./fields.ts";

/** Token counts by kind, such as `cached_tokens`. */
export type TokenCounts = Readonly<Record<string, number>>;

/** Token usage of one model call as its provider counts it. The details are parts of `input` and `output`. */
export interface TokenUsage {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly total?: number | undefined;
  readonly inputDetails: TokenCounts;
  readonly outputDetails: TokenCounts;
  /** Cost of the call in USD, where the provider states it. */
  readonly cost?: number | undefined;
}

type Side = "input" | "output";

/**
 * Returns the usage in the form that the service stores. Every detail gets its own bucket (`input_cached_tokens`,
 * `output_reasoning_tokens`, …) and is subtracted from `input` or `output`, never below 0, so that no token is priced
 * twice.
 */
export function usageDetails(usage: TokenUsage): Record<string, number> {
  const details: Record<string, number> = {};
  split(details, "input", usage.input, usage.inputDetails);
  split(details, "output", usage.output, usage.outputDetails);
  if (usage.total !== undefined) details.total = usage.total;
  return details;
}

/** Returns the counts among the fields of a usage's details. Zero counts are left out. */
export function tokenCounts(details: unknown): TokenCounts {
  const counts: Record<string, number> = {};
  if (!isFields(details)) return counts;
  for (const name in details) {
    const count = countOf(details[name]);
    if (count !== undefined && count > 0) counts[name] = count;
  }
  return counts;
}

function split(into: Record<string, number>, side: Side, count: number | undefined, details: TokenCounts): void {
  let rest = count;
  for (const name in details) {
    const part = details[name]!;
    into[`${side}_${name}`] = part;
    if (rest !== undefined) rest = Math.max(0, rest - part);
  }
  if (rest !== undefined) into[side] = rest;
}
