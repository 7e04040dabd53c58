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

/** No counts, the same object for all usages without details. */
export const NO_COUNTS: TokenCounts = Object.freeze({});

/** Returns the counts among the fields of a usage's details. Zero counts are left out. */
export function tokenCounts(details: unknown): TokenCounts {
  if (!isFields(details)) return NO_COUNTS;
  let counts: Record<string, number> | undefined;
  for (const name in details) {
    const count = countOf(details[name]);
    if (count !== undefined && count > 0) (counts ??= {})[name] = count;
  }
  return counts ?? NO_COUNTS;
}

/** Returns the {@link usageDetails} as JSON text. */
export function usageText(usage: TokenUsage): string {
  const { input, output, total, inputDetails, outputDetails } = usage;
  const hasDetails = inputDetails !== NO_COUNTS || outputDetails !== NO_COUNTS;
  if (hasDetails || !Number.isFinite(input) || !Number.isFinite(output) || !Number.isFinite(total ?? 0)) {
    return JSON.stringify(usageDetails(usage));
  }
  // The usage of most calls: `JSON.stringify` takes twenty times as long.
  return `{"input":${input},"output":${output}${total === undefined ? "" : `,"total":${total}`}}`;
}

function split(into: Record<string, number>, side: Side, count: number | undefined, details: TokenCounts): void {
  let rest = count;
  for (const name in details) {
    const part = details[name]!;
    into[bucketOf(side, name)] = part;
    if (rest !== undefined) rest = Math.max(0, rest - part);
  }
  if (rest !== undefined) into[side] = rest;
}

const MAX_KNOWN_DETAILS = 100;
const knownBuckets: Readonly<Record<Side, Map<string, string>>> = { input: new Map(), output: new Map() };

/** Returns the name of a detail's bucket. Names are cached: the same few details come with every response. */
function bucketOf(side: Side, detail: string): string {
  const known = knownBuckets[side];
  let bucket = known.get(detail);
  if (bucket === undefined) {
    bucket = `${side}_${detail}`;
    if (known.size < MAX_KNOWN_DETAILS) known.set(detail, bucket);
  }
  return bucket;
}
