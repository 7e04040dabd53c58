import { isFields, textOf } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { attributeTable, type AttributeRow, type Library } from "@svc/instrumentation";
import { MEDIA_FIELDS } from "./media-fields.ts";
import { endpointOf } from "./provider-hosts.ts";

const REQUEST_ROWS: readonly AttributeRow[] = [
  [GenAi.REQUEST_TEMPERATURE, "temperature"],
  [GenAi.REQUEST_TOP_P, "top_p"],
  [GenAi.REQUEST_MAX_TOKENS, "max_completion_tokens"],
  [GenAi.REQUEST_MAX_TOKENS, "max_output_tokens"],
  [GenAi.REQUEST_MAX_TOKENS, "max_tokens"],
  [GenAi.REQUEST_FREQUENCY_PENALTY, "frequency_penalty"],
  [GenAi.REQUEST_PRESENCE_PENALTY, "presence_penalty"],
  [GenAi.REQUEST_SEED, "seed"],
  [GenAi.REQUEST_CHOICE_COUNT, "n", (count) => (count === 1 ? undefined : count)],
  [GenAi.REQUEST_STREAM, "stream", (stream) => (stream === true ? true : undefined)],
  [GenAi.REQUEST_REASONING_LEVEL, "reasoning_effort"],
  [GenAi.REQUEST_REASONING_LEVEL, "reasoning", (reasoning) => fieldOf(reasoning, "effort")],
  [GenAi.REQUEST_PREVIOUS_RESPONSE_ID, "previous_response_id"],
  [GenAi.REQUEST_ENCODING_FORMATS, "encoding_format", (format) => (format ? [format] : undefined)],
  [GenAi.CONVERSATION_ID, "conversation", (conversation) => textOf(conversation) ?? fieldOf(conversation, "id")],
  [GenAi.OUTPUT_TYPE, "response_format", outputType],
  [GenAi.OUTPUT_TYPE, "text", (text) => outputType(fieldOf(text, "format"))],
  ["openai.request.service_tier", "service_tier"],
  [GenAi.REQUEST_STOP_SEQUENCES, "stop", (stop) => (typeof stop === "string" ? [stop] : stop)],
];

/** Attributes, parameters and media fields of calls of `openai`, for all its endpoints. */
export const OPENAI: Library = {
  name: "openai",
  endpointOf,
  requestAttributes: attributeTable(REQUEST_ROWS),
  answerAttributes: {
    serviceTier: "openai.response.service_tier",
    systemFingerprint: "openai.response.system_fingerprint",
  },
  textFields: new Set(["messages", "input", "tools", "functions"]),
  mediaFields: MEDIA_FIELDS,
};

function fieldOf(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined;
}

function outputType(format: unknown): string | undefined {
  const type = textOf(fieldOf(format, "type"));
  return type?.startsWith("json") ? "json" : type;
}
