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
  [GenAi.REQUEST_TOP_P, "p"],
  [GenAi.REQUEST_TOP_K, "k"],
  [GenAi.REQUEST_MAX_TOKENS, "maxTokens"],
  [GenAi.REQUEST_FREQUENCY_PENALTY, "frequencyPenalty"],
  [GenAi.REQUEST_PRESENCE_PENALTY, "presencePenalty"],
  [GenAi.REQUEST_SEED, "seed"],
  [GenAi.REQUEST_CHOICE_COUNT, "numGenerations", (count) => (count === 1 ? undefined : count)],
  [GenAi.REQUEST_STREAM, "stream"],
  [GenAi.REQUEST_ENCODING_FORMATS, "embeddingTypes"],
  [GenAi.CONVERSATION_ID, "conversationId"],
  [GenAi.OUTPUT_TYPE, "responseFormat", outputType],
  [GenAi.REQUEST_STOP_SEQUENCES, "stopSequences"],
];

const DEFAULT_ADDRESS = "https://api.cohere.com";
const endpointAt = /* @__PURE__ */ endpointsBy(() => "cohere");

/**
 * Package `cohere-ai`, with the facts that its calls share. Its clients send requests by a function that cannot be patched: what
 * the application gave is recorded.
 */
export const COHERE: Library = {
  name: "cohere-ai",
  transport: {},
  endpointOf,
  hasOwnTransport: (client) => ownData(ownData(client, "_options"), "fetcher") !== undefined,
  requestAttributes: attributeTable(REQUEST_ROWS),
  textFields: new Set([
    "chatHistory",
    "documents",
    "images",
    "inputs",
    "message",
    "messages",
    "preamble",
    "prompt",
    "query",
    "texts",
    "toolResults",
    "tools",
  ]),
  // Images are URLs of data.
  mediaFields: mediaFields({}),
};

/** Returns the signal in the options of a call, which are its second argument. */
export function signalIn([, options]: readonly unknown[]): AbortSignal | undefined {
  const signal = ownData(options, "abortSignal");
  return signal instanceof AbortSignal ? signal : undefined;
}

function endpointOf(client: unknown): Endpoint {
  const options = ownData(client, "_options");
  const address = textOf(ownData(options, "baseUrl")) ?? textOf(ownData(options, "environment"));
  return endpointAt(address ?? DEFAULT_ADDRESS);
}

function outputType(format: unknown): string | undefined {
  return isFields(format) && textOf(format.type)?.startsWith("json") ? "json" : undefined;
}
