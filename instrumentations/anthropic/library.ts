import { isFields, textOf } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { attributeTable, type AttributeRow, type Library } from "@svc/instrumentation";
import { MEDIA_FIELDS } from "./media-fields.ts";
import { endpointOf } from "./endpoint.ts";

const REQUEST_ROWS: readonly AttributeRow[] = [
  [GenAi.REQUEST_TEMPERATURE, "temperature"],
  [GenAi.REQUEST_TOP_P, "top_p"],
  [GenAi.REQUEST_TOP_K, "top_k"],
  [GenAi.REQUEST_MAX_TOKENS, "max_tokens"],
  [GenAi.REQUEST_STREAM, "stream", (stream) => (stream === true ? true : undefined)],
  [GenAi.REQUEST_REASONING_LEVEL, "output_config", (config) => fieldOf(config, "effort")],
  [GenAi.OUTPUT_TYPE, "output_format", outputType],
  ["anthropic.request.service_tier", "service_tier"],
  [GenAi.REQUEST_STOP_SEQUENCES, "stop_sequences"],
];

/** Attributes, parameters and media fields of calls of `@anthropic-ai/sdk`, for all its endpoints. */
export const ANTHROPIC: Library = {
  name: "@anthropic-ai/sdk",
  endpointOf,
  requestAttributes: attributeTable(REQUEST_ROWS),
  answerAttributes: { serviceTier: "anthropic.response.service_tier" },
  textFields: new Set(["messages", "system", "tools"]),
  mediaFields: MEDIA_FIELDS,
};

function fieldOf(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined;
}

function outputType(format: unknown): string | undefined {
  return textOf(fieldOf(format, "type"))?.startsWith("json") ? "json" : undefined;
}
