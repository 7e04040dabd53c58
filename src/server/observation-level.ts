import { SvcOtelSpanAttributes as svc } from "@svc/core";
import type { ReceivedSpan } from "./otlp-span.ts";

/** How serious an observation is, from the least to the most. */
export const OBSERVATION_LEVELS = ["DEBUG", "DEFAULT", "WARNING", "ERROR"] as const;

/** One of {@link OBSERVATION_LEVELS}. */
export type ObservationLevel = (typeof OBSERVATION_LEVELS)[number];

const STATUS_ERROR = 2;

const ALIASES: Readonly<Record<ObservationLevel, readonly string[]>> = {
  DEBUG: ["DEBUG", "TRACE", "VERBOSE"],
  DEFAULT: ["DEFAULT", "INFO", "LOG", "NOTICE", "OK", "SUCCESS"],
  WARNING: ["WARNING", "WARN"],
  ERROR: ["ERROR", "FATAL", "CRITICAL"],
};

const BY_ALIAS = new Map(OBSERVATION_LEVELS.flatMap((level) => ALIASES[level].map((alias) => [alias, level] as const)));

/** The level written on the span in any of its spellings, else `ERROR` for a failed span, else `DEFAULT`. */
export function observationLevel({ attributes, statusCode }: ReceivedSpan): ObservationLevel {
  const written = attributes.get(svc.OBSERVATION_LEVEL);
  const named = typeof written === "string" ? BY_ALIAS.get(written.trim().toUpperCase()) : undefined;
  return named ?? (statusCode === STATUS_ERROR ? "ERROR" : "DEFAULT");
}
