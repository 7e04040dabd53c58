import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { LAST_TIME_MS } from "../../http/iso-time.ts";
import type { Attributes, ReceivedSpan } from "../otlp/otlp-span.ts";
import { ClaudeCode, Mastra, Others } from "./attributes/attribute-names.ts";
import { firstJson, textAttribute } from "./attributes/attribute-reading.ts";

/** Attributes with the time of the first part of an answer. */
const TIMES = [svc.OBSERVATION_COMPLETION_START_TIME, Mastra.COMPLETION_START_TIME];

/** Attribute that two producers write in different units. */
const SERVER_TIME = "gen_ai.server.time_to_first_token";

/** Attributes with the time from the start of a call to the first part of its answer, and their unit in milliseconds. */
const DURATIONS: ReadonlyArray<readonly [name: string, unitMs: number]> = [
  ["ai.response.msToFirstChunk", 1],
  ["ai.stream.msToFirstChunk", 1],
  [GenAi.RESPONSE_TIME_TO_FIRST_CHUNK, 1_000],
  ["gen_ai.client.operation.time_to_first_chunk", 1_000],
  [SERVER_TIME, 1_000],
  ["lk.response.ttft", 1_000],
  [ClaudeCode.MS_TO_FIRST_TOKEN, 1],
];

/** Event at the first part of an answer, which OpenInference writes. */
const EVENT = "First Token Stream Event";

/**
 * Returns the time of the first part of the answer, in milliseconds since 1970: a stated time, a stated time since the start, or that of an
 * event; null without any. A time that cannot be kept is reported in `problems`.
 */
export function firstTokenTime(span: ReceivedSpan, startTime: number, problems: string[]): number | null {
  const { attributes, events } = span;
  const stated = timestamp(firstJson(attributes, TIMES)) ?? afterStart(attributes, startTime, problems);
  return stated ?? events.find(({ name }) => name === EVENT)?.time ?? null;
}

function afterStart(attributes: Attributes, startTime: number, problems: string[]): number | null {
  const stated = DURATIONS.find(([name]) => attributes.has(name));
  if (stated === undefined) return null;
  const [name, usualUnitMs] = stated;
  const value = attributes.get(name);
  if (typeof value !== "number" || value < 0) return null;
  const unitMs = name === SERVER_TIME && isOfStrands(attributes) ? 1 : usualUnitMs;
  const time = startTime + Math.ceil(value * unitMs);
  if (time <= LAST_TIME_MS) return time;
  problems.push(`${name}: ${value * unitMs} ms after the start is after the year 9999, and is left out`);
  return null;
}

/** Returns true for a span of Strands. Its scope has the name of the service, its provider does not change. */
function isOfStrands(attributes: Attributes): boolean {
  return [GenAi.PROVIDER_NAME, Others.GEN_AI_SYSTEM].some((name) => textAttribute(attributes, name) === Others.STRANDS);
}

function timestamp(value: unknown): number | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return time <= LAST_TIME_MS ? time : null;
}
