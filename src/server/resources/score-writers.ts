import { type Sql, sql } from "../storage/sql.ts";

/** Kind of caller that writes scores: a public key alone, as in a web page; a key pair; or a person who is signed in. */
export type WriterKind = "PUBLIC_KEY" | "KEY_PAIR" | "PERSON";

/** Writer of a score, as stored. Both are null for a score of a service before schema 19. */
export interface ScoreWriter {
  writerKind: WriterKind | null;
  /** Public key of the key pair, or id of the person. */
  writerId: string | null;
}

/** Fields of a score that decide who may replace it. */
export type ScoreOwner = ScoreWriter & { authorUserId: string | null };

/** Rule for one kind of writer, in both forms that storage needs. They must say the same. */
interface ReplacementRule {
  /** Returns true when the writer of `score` may replace `stored`. */
  allows: (score: ScoreOwner, stored: ScoreOwner) => boolean;
  /** The same over the stored row `scores` and the new row `excluded`. */
  sql: Sql;
}

/**
 * Which stored scores each kind of writer may replace. A public key is in every web page that uses it, so that it replaces its own
 * scores only. A person replaces no judgement of another person. A key pair may do all.
 */
const RULES: Readonly<Record<WriterKind, ReplacementRule>> = {
  PUBLIC_KEY: {
    allows: ({ writerId }, stored) => stored.writerKind === "PUBLIC_KEY" && stored.writerId === writerId,
    sql: sql`scores.writerKind = 'PUBLIC_KEY' AND scores.writerId = excluded.writerId`,
  },
  PERSON: {
    allows: ({ authorUserId }, stored) => stored.authorUserId === null || stored.authorUserId === authorUserId,
    sql: sql`scores.authorUserId IS NULL OR scores.authorUserId = excluded.authorUserId`,
  },
  KEY_PAIR: { allows: () => true, sql: sql`1` },
};

/** Returns true when the writer of a score may replace the stored score with the same id. */
export function mayReplace(score: ScoreOwner, stored: ScoreOwner): boolean {
  return score.writerKind !== null && RULES[score.writerKind].allows(score, stored);
}

/** Condition that the writer of the new row `excluded` may replace the stored row `scores`. */
export const MAY_REPLACE: Sql = sql`CASE excluded.writerKind
  WHEN 'PUBLIC_KEY' THEN ${RULES.PUBLIC_KEY.sql} WHEN 'PERSON' THEN ${RULES.PERSON.sql} ELSE ${RULES.KEY_PAIR.sql} END`;
