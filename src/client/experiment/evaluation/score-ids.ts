import { hex, sha256 } from "@svc/core/internal";

/** Returns the id of a score. The same arguments give the same id. */
export type ScoreIds = (evaluator: string, score: string, nth: number) => string;

/** Tag that keeps these ids apart from any other hash of the same texts. */
const TAG = "svc-batched-evaluation-v1";

const ID_BYTES = 16;

/**
 * Returns ids for the scores of an observation, 32 hexadecimal digits. They are made of the observation, the evaluator and the
 * name of the score, so that the scores of a second evaluation replace those of the first.
 */
export function scoreIdsOf(traceId: string | null | undefined, observationId: string): ScoreIds {
  return (evaluator, score, nth) => {
    const text = JSON.stringify([TAG, traceId, observationId, evaluator, score, nth]);
    return hex(sha256(new TextEncoder().encode(text)), 0, ID_BYTES);
  };
}
