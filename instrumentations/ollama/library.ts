import { isFields, textOf, type Fields } from "@svc/core/internal";
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
  [GenAi.REQUEST_TOP_P, "top_p"],
  [GenAi.REQUEST_TOP_K, "top_k"],
  [GenAi.REQUEST_MAX_TOKENS, "num_predict"],
  [GenAi.REQUEST_FREQUENCY_PENALTY, "frequency_penalty"],
  [GenAi.REQUEST_PRESENCE_PENALTY, "presence_penalty"],
  [GenAi.REQUEST_SEED, "seed"],
  [GenAi.REQUEST_STREAM, "stream", (stream) => (stream === true ? true : undefined)],
  [GenAi.REQUEST_REASONING_LEVEL, "think", textOf],
  [GenAi.OUTPUT_TYPE, "format", (format) => (format === "json" || isFields(format) ? "json" : undefined)],
  [GenAi.REQUEST_STOP_SEQUENCES, "stop"],
];

const endpointAt = /* @__PURE__ */ endpointsBy(() => "ollama");

/** Package `ollama`, with the facts that its calls share. A client makes the calls itself. */
export const OLLAMA: Library = {
  name: "ollama",
  transport: {
    send: "processStreamableRequest",
    // The body is an object: the client makes its text later, outside of any method.
    requestIn: ([endpoint, body]) => [endpoint, { body }],
  },
  endpointOf: (client): Endpoint => endpointAt(textOf(ownData(ownData(client, "config"), "host")) ?? ""),
  requestAttributes: attributeTable(REQUEST_ROWS),
  textFields: new Set(),
  // Images are made URLs of data where they are read.
  mediaFields: mediaFields({}),
};

/** Parameters of every call. Most of them are fields of `options`. */
export const PARAMETERS: ReadonlySet<string> = new Set([
  "dimensions",
  "format",
  "frequency_penalty",
  "keep_alive",
  "logprobs",
  "min_p",
  "mirostat",
  "num_ctx",
  "num_predict",
  "presence_penalty",
  "raw",
  "repeat_last_n",
  "repeat_penalty",
  "seed",
  "stop",
  "stream",
  "temperature",
  "template",
  "tfs_z",
  "think",
  "top_k",
  "top_logprobs",
  "top_p",
  "truncate",
  "typical_p",
]);

/** Returns the fields of a request with its options beside the content. */
export function requestFields({ options, ...body }: Fields): Fields {
  return isFields(options) ? { ...options, ...body } : body;
}
