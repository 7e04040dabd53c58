import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import { OBSERVATION_LEVELS, type ObservationLevel } from "../../observations/observation-level.ts";
import type { ReceivedSpan } from "../otlp/otlp-span.ts";
import { LiveKit, Logfire } from "./attributes/attribute-names.ts";

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
 * else logfire's level, else `DEBUG` for the internal work of a library, else `DEFAULT`.
 */
export function observationLevel({ attributes, statusCode, scope, name }: ReceivedSpan): ObservationLevel {
  const written = attributes.get(svc.OBSERVATION_LEVEL);
  const named = typeof written === "string" ? BY_ALIAS.get(written.trim().toUpperCase()) : undefined;
  if (named !== undefined) return named;
  if (statusCode === STATUS_ERROR) return "ERROR";
  const severity = attributes.get(Logfire.LEVEL);
  if (typeof severity === "number") return bySeverity(severity);
  return scope.name === LiveKit.SCOPE && LIVEKIT_DEBUG.has(name) ? "DEBUG" : "DEFAULT";
}

/** Returns the level of a severity number of OpenTelemetry's logs, which logfire gives its spans. */
function bySeverity(severity: number): ObservationLevel {
  if (severity >= 17) return "ERROR";
  if (severity >= 13) return "WARNING";
  return severity >= 9 ? "DEFAULT" : "DEBUG";
}
