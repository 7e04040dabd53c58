import { invalidParameter } from "../http/http-errors.ts";
import { parseIsoTime } from "../http/iso-time.ts";

/** Most names of models in an answer. */
export const MOST_NAMES = 1_000;

export interface ModelUse {
  /** Name as the application sent it. */
  readonly name: string;
  /** Model of the price list that gave the prices; null for a name that none matched. */
  readonly modelId: string | null;
  readonly calls: number;
  readonly tokens: number;
  /** USD. */
  readonly cost: number;
}

/** Reads the start of the time in which use counts, in milliseconds since 1970. Throws a 400 for a text that is no time. */
export function readUseStart(given: Readonly<Record<string, readonly string[]>>): number {
  const start = parseIsoTime(given["fromTimestamp"]?.[0] ?? "");
  if (start === undefined) throw invalidParameter("fromTimestamp", "an ISO 8601 date and time is expected");
  return start;
}

/** Reads the name of a model to look for. Throws a 400 without one. */
export function readModelName(given: Readonly<Record<string, readonly string[]>>): string {
  const name = given["name"]?.[0] ?? "";
  if (name === "") throw invalidParameter("name", "the name of a model is expected");
  return name;
}
