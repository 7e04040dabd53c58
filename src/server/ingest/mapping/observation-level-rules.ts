import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import { OBSERVATION_LEVELS, type ObservationLevel } from "../../observations/observation-level.ts";
import type { ReceivedSpan } from "../otlp/otlp-span.ts";
import { Others } from "./attributes/attribute-names.ts";

const STATUS_ERROR = 2;

const ALIASES: Readonly<Record<ObservationLevel, readonly string[]>> = {
  DEBUG: ["DEBUG", "TRACE", "VERBOSE"],
  DEFAULT: ["DEFAULT", "INFO", "LOG", "NOTICE", "OK", "SUCCESS"],
  WARNING: ["WARNING", "WARN"],
  ERROR: ["ERROR", "FATAL", "CRITICAL"],
};

const BY_ALIAS = new Map(OBSERVATION_LEVELS.flatMap((level) => ALIASES[level].map((alias) => [alias, level] as const)));

/** Spans of LiveKit agents that describe only internal work. */
const LIVEKIT_DEBUG = new Set(["drain_agent_activity", "eou_detection", "llm_request_run", "tts_request_run"]);

/**
 * Returns the level of an observation: the level written on the span in any of its spellings, else `ERROR` for a failed span,
 * else `DEBUG` for the internal work of a library, else `DEFAULT`.
 */
export function observationLevel({ attributes, statusCode, scope, name }: ReceivedSpan): ObservationLevel {
  const written = attributes.get(svc.OBSERVATION_LEVEL);
  const named = typeof written === "string" ? BY_ALIAS.get(written.trim().toUpperCase()) : undefined;
  if (named !== undefined) return named;
  if (statusCode === STATUS_ERROR) return "ERROR";
  return scope.name === Others.LIVEKIT_SCOPE && LIVEKIT_DEBUG.has(name) ? "DEBUG" : "DEFAULT";
}
