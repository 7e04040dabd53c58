import type { ScoreV3, SvcAPIClient } from "@svc/core/api";
import { readAll } from "./page-list.ts";
import { ALL_FIELDS } from "./score-list.ts";

/** Most scores of a trace that the page shows. */
export const MOST_SCORES = 1_000;

/** Most scores that the API returns at once. */
const PAGE = 100;

/** Reads the scores of a trace and its observations, the latest first. */
export async function readScores(api: SvcAPIClient, traceId: string): Promise<readonly ScoreV3[]> {
  return readAll(MOST_SCORES, async (cursor) =>
    api.scoresV3.getManyV3({ traceId, fields: ALL_FIELDS, limit: PAGE, cursor }),
  );
}
