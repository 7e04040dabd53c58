import { type Sql, sql } from "../sql.ts";

/**
 * Condition that a text of people refers to a row of `media`: a version of a dataset item or of a prompt, a comment, or another of
 * the documents in `held-texts.ts`. Triggers of their tables keep `media_holders`.
 */
export const IS_HELD: Sql = sql`EXISTS (
  SELECT 1 FROM media_holders h WHERE h.projectId = media.projectId AND h.mediaId = media.id)`;

/** Condition that an upload named a place for a row of `media`. */
export const HAS_PLACE: Sql = sql`EXISTS (
  SELECT 1 FROM media_places p WHERE p.projectId = media.projectId AND p.mediaId = media.id)`;
