import { generateUUID, logger } from "@svc/core/internal";
import { complaintAbout, type Rule } from "../validation-rules.ts";
import type { ScoreBody } from "./score-body.ts";

/** Rules for a score, in the order of their checks. Contract: "Errors", score with empty name, …. */
const RULES: ReadonlyArray<Rule<ScoreBody>> = [
  [({ name }) => typeof name === "string" && name !== "", "its name must be a text that is not empty"],
  [({ value }) => typeof value === "string" || typeof value === "number", "its value must be a number or a text"],
  [({ value }) => typeof value === "string" || Number.isFinite(value), "its value must be a finite number"],
  [({ timestamp }) => timestamp === undefined || isTime(timestamp), "its timestamp must be a date or an ISO 8601 text"],
];

/**
 * Encodes a score as JSON text, with the time of queueing unless the score has a timestamp. Throws with the reason when
 * the score cannot be sent.
 */
export function encodeScore(score: ScoreBody, environment: string | undefined): string {
  if (typeof score !== "object" || score === null) throw new TypeError("it is not an object");
  const complaint = complaintAbout(score, RULES);
  if (complaint !== undefined) throw new TypeError(complaint);
  const body = {
    ...score,
    id: score.id || generateUUID(),
    environment: score.environment ?? environment,
    timestamp: new Date(score.timestamp ?? Date.now()).toISOString(),
  };
  try {
    return JSON.stringify(body, score.metadata === undefined ? undefined : digitsOfBigint);
  } catch {
    logger.error(`The score ${loggedNameOf(score)} is sent without its metadata, which cannot be written as JSON.`);
    return JSON.stringify({ ...body, metadata: undefined });
  }
}

/** Returns the name of a score, or of any other value, for a log line. */
export function loggedNameOf(score: unknown): string {
  const name = (score as { name?: unknown } | null | undefined)?.name;
  return typeof name === "string" ? JSON.stringify(name.slice(0, 100)) : `(name: ${typeof name})`;
}

function isTime(value: unknown): boolean {
  return (value instanceof Date || typeof value === "string") && !Number.isNaN(new Date(value).getTime());
}

function digitsOfBigint(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
