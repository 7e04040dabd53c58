import { countOf, type Fields, type TokenUsage } from "@svc/core/internal";

const NANOSECONDS_PER_MILLISECOND = 1e6;

/** Times of an answer, in nanoseconds, and the names they are recorded with, in milliseconds. */
const DURATIONS = [
  ["total_duration", "total_duration_ms"],
  ["load_duration", "load_duration_ms"],
  ["prompt_eval_duration", "prompt_eval_duration_ms"],
  ["eval_duration", "eval_duration_ms"],
] as const;

/** Reads the counts of an answer; undefined when it holds none. A prompt that the server still has in its cache is counted too. */
export function readUsage(answer: Fields): TokenUsage | undefined {
  const [input, output] = [countOf(answer.prompt_eval_count), countOf(answer.eval_count)];
  if (input === undefined && output === undefined) return undefined;
  return { input, output, inputDetails: {}, outputDetails: {} };
}

/** Returns the times that the server took for the parts of an answer, as metadata. */
export function durations(answer: Fields): Fields {
  const metadata: Record<string, number> = {};
  for (const [field, name] of DURATIONS) {
    const time = countOf(answer[field]);
    if (time !== undefined) metadata[name] = time / NANOSECONDS_PER_MILLISECOND;
  }
  return metadata;
}
