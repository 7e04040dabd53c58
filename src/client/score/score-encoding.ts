import { generateUUID, logger } from "@svc/core";
import { complaintAbout, type Rule } from "../rules.ts";
import type { ScoreBody } from "./score-body.ts";

/** What a score must be, in the order in which it is said. Contract: "Errors", score with empty name, …. */
const RULES: ReadonlyArray<Rule<ScoreBody>> = [
  [({ name }) => typeof name === "string" && name !== "", "its name must be a text that is not empty"],
  [({ value }) => typeof value === "string" || typeof value === "number", "its value must be a number or a text"],
  [({ value }) => typeof value === "string" || Number.isFinite(value), "its value must be a finite number"],
  [({ timestamp }) => timestamp === undefined || isTime(timestamp), "its timestamp must be a date or an ISO 8601 text"],
];

/**
 * The JSON text of a score, with the time of queueing unless it brings one of its own. Throws when it cannot be sent, with
 * the reason.
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
    logger.error(`The metadata of the score ${nameOf(score)} cannot be written as JSON; it is sent without.`);
    return JSON.stringify({ ...body, metadata: undefined });
  }
}

/** A score's name for a message, whatever it is. */
export function nameOf(score: unknown): string {
  const name = (score as { name?: unknown } | null | undefined)?.name;
  return typeof name === "string" ? JSON.stringify(name.slice(0, 100)) : `(name: ${typeof name})`;
}

function isTime(value: unknown): boolean {
  return (value instanceof Date || typeof value === "string") && !Number.isNaN(new Date(value).getTime());
}

function digitsOfBigint(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
