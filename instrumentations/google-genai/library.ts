import { isFields, textOf } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import {
  attributeTable,
  endpointsBy,
  mediaFields,
  ownData,
  type AttributeRow,
  type Endpoint,
  type Library,
} from "@svc/instrumentation";

const REQUEST_ROWS: readonly AttributeRow[] = [
  [GenAi.REQUEST_TEMPERATURE, "temperature"],
  [GenAi.REQUEST_TOP_P, "topP"],
  [GenAi.REQUEST_MAX_TOKENS, "maxOutputTokens"],
  [GenAi.REQUEST_FREQUENCY_PENALTY, "frequencyPenalty"],
  [GenAi.REQUEST_PRESENCE_PENALTY, "presencePenalty"],
  [GenAi.REQUEST_SEED, "seed"],
  [GenAi.REQUEST_CHOICE_COUNT, "candidateCount", (count) => (count === 1 ? undefined : count)],
  [GenAi.REQUEST_STREAM, "stream"],
  [GenAi.REQUEST_REASONING_LEVEL, "thinkingConfig", thinkingLevel],
  [GenAi.OUTPUT_TYPE, "responseMimeType", (type) => (type === "application/json" ? "json" : undefined)],
  [GenAi.REQUEST_STOP_SEQUENCES, "stopSequences"],
];

const always = (): boolean => true;
const mimeType = ({ mimeType: type }: { readonly mimeType?: unknown }): string => textOf(type) ?? "";

const onVertex = /* @__PURE__ */ endpointsBy(() => "gcp.vertex_ai");
const onGemini = /* @__PURE__ */ endpointsBy(() => "gcp.gemini");

/** Attributes, parameters and media fields of calls of `@google/genai`, for all its endpoints. */
export const GOOGLE_GENAI: Library = {
  name: "@google/genai",
  transport: { client: "apiClient", send: "apiCall" },
  endpointOf,
  requestAttributes: attributeTable(REQUEST_ROWS),
  textFields: new Set(["contents", "systemInstruction", "tools"]),
  mediaFields: mediaFields({
    data: [{ isIn: (holder) => typeof holder.mimeType === "string", typeOf: mimeType }],
    imageBytes: [{ isIn: always, typeOf: mimeType }],
    bytesBase64Encoded: [{ isIn: always, typeOf: mimeType }],
    // Thoughts of the model, only for the model.
    thoughtSignature: [{ isIn: always, typeOf: () => undefined }],
  }),
};

function endpointOf(client: unknown): Endpoint {
  const options = ownData(client, "clientOptions");
  const baseUrl = textOf(ownData(ownData(options, "httpOptions"), "baseUrl")) ?? "";
  return ownData(options, "vertexai") === true ? onVertex(baseUrl) : onGemini(baseUrl);
}

function thinkingLevel(config: unknown): unknown {
  return isFields(config) ? textOf(config.thinkingLevel)?.toLowerCase() : undefined;
}
