import { isFields, textOf } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import {
  attributeTable,
  endpointsBy,
  mediaFields,
  SPEAKEASY,
  speakeasyBaseUrl,
  type AttributeRow,
  type Library,
} from "@svc/instrumentation";

const REQUEST_ROWS: readonly AttributeRow[] = [
  [GenAi.REQUEST_TEMPERATURE, "temperature"],
  [GenAi.REQUEST_TOP_P, "top_p"],
  [GenAi.REQUEST_MAX_TOKENS, "max_tokens"],
  [GenAi.REQUEST_FREQUENCY_PENALTY, "frequency_penalty"],
  [GenAi.REQUEST_PRESENCE_PENALTY, "presence_penalty"],
  [GenAi.REQUEST_SEED, "random_seed"],
  [GenAi.REQUEST_CHOICE_COUNT, "n", (count) => (count === 1 ? undefined : count)],
  [GenAi.REQUEST_STREAM, "stream", (stream) => (stream === true ? true : undefined)],
  [GenAi.REQUEST_REASONING_LEVEL, "reasoning_effort"],
  [GenAi.OUTPUT_TYPE, "response_format", outputType],
  [GenAi.REQUEST_STOP_SEQUENCES, "stop", textsOf],
];

const always = (): boolean => true;
const endpointAt = /* @__PURE__ */ endpointsBy(() => "mistral_ai");

/** Package `@mistralai/mistralai`, with the facts that its calls share. Each object with model calls is a client itself. */
export const MISTRAL: Library = {
  name: "@mistralai/mistralai",
  transport: SPEAKEASY,
  endpointOf: (client) => endpointAt(speakeasyBaseUrl(client)),
  requestAttributes: attributeTable(REQUEST_ROWS),
  textFields: new Set(["inputs", "messages", "tools"]),
  mediaFields: mediaFields({
    // An image can be a bare text, without the content type that a URL of data has.
    image_base64: [{ isIn: always, typeOf: () => "image/jpeg" }],
    input_audio: [{ isIn: always, typeOf: () => "audio/mpeg" }],
  }),
};

function outputType(format: unknown): string | undefined {
  return isFields(format) && textOf(format.type)?.startsWith("json") ? "json" : undefined;
}

function textsOf(stop: unknown): unknown {
  return typeof stop === "string" ? [stop] : stop;
}
