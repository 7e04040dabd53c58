import * as GenAi from "@svc/core/internal/gen-ai";
import { isObject, parseContent } from "../../../http/json.ts";
import type { Attributes, ReceivedEvent } from "../../otlp/otlp-span.ts";

// Events that carried the messages of a model call in earlier editions of OpenTelemetry's conventions for generative AI.

const ROLE_BY_EVENT = new Map([
  [GenAi.SYSTEM_MESSAGE_EVENT, "system"],
  [GenAi.USER_MESSAGE_EVENT, "user"],
  [GenAi.ASSISTANT_MESSAGE_EVENT, "assistant"],
  [GenAi.TOOL_MESSAGE_EVENT, "tool"],
]);

/** Returns the input messages of the call, each with its role; undefined when there are none. */
export function inputMessages(events: ReceivedEvent[]): unknown {
  const messages: unknown[] = [];
  for (const { name, attributes } of events) {
    const role = ROLE_BY_EVENT.get(name);
    if (role !== undefined) messages.push({ role, ...plainObject(attributes) });
  }
  return messages.length > 0 ? messages : undefined;
}

/** Returns the output of the call: one choice, or a list of several. */
export function choices(events: ReceivedEvent[]): unknown {
  return oneOrList(
    events.filter(({ name }) => name === GenAi.CHOICE_EVENT).map(({ attributes }) => plainObject(attributes)),
  );
}

/** Returns prompt and completion, each read from an attribute of its own event. */
export function contentEvents(events: ReceivedEvent[]): { input?: unknown; output?: unknown } {
  const content = (event: string, attribute: string): unknown =>
    events.find(({ name, attributes }) => name === event && attributes.has(attribute))?.attributes.get(attribute);
  return {
    input: content(GenAi.CONTENT_PROMPT_EVENT, GenAi.PROMPT),
    output: content(GenAi.CONTENT_COMPLETION_EVENT, GenAi.COMPLETION),
  };
}

/** Reads events from a list in one attribute. Choices are the output, all other events the input. */
export function listedEvents(list: unknown): { input?: unknown; output?: unknown } {
  if (!Array.isArray(list)) return {};
  const events = list.filter(isObject);
  const input = events.filter((event) => !isChoice(event));
  return { input: input.length > 0 ? input : undefined, output: oneOrList(events.filter(isChoice)) };
}

function isChoice(event: Record<string, unknown>): boolean {
  return event["event.name"] === GenAi.CHOICE_EVENT;
}

function oneOrList(found: unknown[]): unknown {
  return found.length > 1 ? found : found[0];
}

// Event attributes cannot hold objects, so producers write objects as JSON text. Numbers and plain text stay unchanged.
function plainObject(attributes: Attributes): Record<string, unknown> {
  const unpacked = [...attributes].map(([key, value]) => {
    const parsed = typeof value === "string" ? parseContent(value) : undefined;
    return [key, isObject(parsed) || Array.isArray(parsed) ? parsed : value] as const;
  });
  return Object.fromEntries(unpacked);
}
