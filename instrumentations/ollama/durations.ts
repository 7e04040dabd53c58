import { countOf, type Fields } from "@svc/core/internal";

const NANOSECONDS_PER_MILLISECOND = 1e6;

/** Times of an answer, in nanoseconds, and the names they are recorded with, in milliseconds. */
const DURATIONS = [
  ["total_duration", "total_duration_ms"],
  ["load_duration", "load_duration_ms"],
  ["prompt_eval_duration", "prompt_eval_duration_ms"],
  ["eval_duration", "eval_duration_ms"],
] as const;

/** Returns the times that the server took for the parts of an answer, as metadata. */
export function durations(answer: Fields): Fields {
  const metadata: Record<string, number> = {};
  for (const [field, name] of DURATIONS) {
    const time = countOf(answer[field]);
    if (time !== undefined) metadata[name] = time / NANOSECONDS_PER_MILLISECOND;
  }
  return metadata;
}
