import { countOf, isFields } from "./fields.ts";

/** Tokens of one call as the server counted them: the details are parts of `input` and `output`. */
export interface TokenUsage {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly total?: number | undefined;
  readonly inputDetails: Readonly<Record<string, number>>;
  readonly outputDetails: Readonly<Record<string, number>>;
}

/** Reads a `usage` object of any endpoint; undefined when there is none or nothing in it is a count. */
export function readUsage(usage: unknown): TokenUsage | undefined {
  if (!isFields(usage)) return undefined;
  const input = countOf(usage.prompt_tokens) ?? countOf(usage.input_tokens);
  const output = countOf(usage.completion_tokens) ?? countOf(usage.output_tokens);
  const total = countOf(usage.total_tokens);
  if (input === undefined && output === undefined && total === undefined) return undefined;
  return {
    input,
    output,
    total,
    inputDetails: readDetails(usage.prompt_tokens_details ?? usage.input_tokens_details ?? usage.input_token_details),
    outputDetails: readDetails(usage.completion_tokens_details ?? usage.output_tokens_details),
  };
}

/**
 * The usage as the service keeps it: every detail in a bucket of its own (`input_cached_tokens`,
 * `output_reasoning_tokens`, …) and taken out of `input` or `output`, never below 0, so that no token is priced twice.
 */
export function usageDetails(usage: TokenUsage): Record<string, number> {
  const details: Record<string, number> = {};
  split(details, "input", usage.input, usage.inputDetails);
  split(details, "output", usage.output, usage.outputDetails);
  if (usage.total !== undefined) details.total = usage.total;
  return details;
}

type Side = "input" | "output";

function split(
  into: Record<string, number>,
  side: Side,
  count: number | undefined,
  details: Readonly<Record<string, number>>,
): void {
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

/** The same few details come with every answer: the names of their buckets are made once. */
function bucketOf(side: Side, detail: string): string {
  const known = knownBuckets[side];
  let bucket = known.get(detail);
  if (bucket === undefined) {
    bucket = `${side}_${detail}`;
    if (known.size < MAX_KNOWN_DETAILS) known.set(detail, bucket);
  }
  return bucket;
}

/** Text is what is left of a side when its other parts are taken out: its count would take out everything. */
const REST = "text_tokens";

/** Counts of zero say nothing and are left out; what is nested deeper is a part of a part and would be taken out twice. */
function readDetails(details: unknown): Record<string, number> {
  const counts: Record<string, number> = {};
  if (!isFields(details)) return counts;
  for (const name in details) {
    const count = countOf(details[name]);
    if (count !== undefined && count > 0 && name !== REST) counts[name] = count;
  }
  return counts;
}
