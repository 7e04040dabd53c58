import type { ScoreV3, SvcAPIClient } from "@svc/core/api";
import { ALL_FIELDS } from "./score-list.ts";

/** Most scores of a trace that the page shows. */
export const MOST_SCORES = 1_000;

/** Most scores that the API returns at once. */
const PAGE = 100;

/** Reads the scores of a trace and its observations, the latest first. */
export async function readScores(api: SvcAPIClient, traceId: string): Promise<readonly ScoreV3[]> {
  const scores: ScoreV3[] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await api.scoresV3.getManyV3({ traceId, fields: ALL_FIELDS, limit: PAGE, cursor });
    scores.push(...data);
    cursor = meta.cursor;
  } while (cursor !== undefined && scores.length < MOST_SCORES);
  return scores;
}
