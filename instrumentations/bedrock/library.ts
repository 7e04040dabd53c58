import { isFields, textOf } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { attributeTable, type AttributeRow, type Endpoint, type Library, mediaFields } from "@svc/instrumentation";
import { bedrockFailure } from "./answer/bedrock-failure.ts";

const ENDPOINT: Endpoint = { provider: "aws.bedrock" };

const GUARDRAIL_ID = "aws.bedrock.guardrail.id";

/** Names of one parameter in the requests of Converse and in the bodies of the models. */
const REQUEST_ROWS: readonly AttributeRow[] = [
  [GenAi.REQUEST_TEMPERATURE, "temperature"],
  ...rows(GenAi.REQUEST_TOP_P, "topP", "top_p", "p"),
  ...rows("gen_ai.request.top_k", "topK", "top_k", "k"),
  ...rows(
    GenAi.REQUEST_MAX_TOKENS,
    "maxTokens",
    "max_tokens",
    "max_completion_tokens",
    "max_tokens_to_sample",
    "max_new_tokens",
    "max_gen_len",
    "maxTokenCount",
  ),
  [GenAi.REQUEST_STREAM, "stream"],
  [GUARDRAIL_ID, "guardrailIdentifier"],
  [GUARDRAIL_ID, "guardrailConfig", (config) => (isFields(config) ? textOf(config.guardrailIdentifier) : undefined)],
  ...rows(GenAi.REQUEST_STOP_SEQUENCES, "stopSequences", "stop_sequences", "stop"),
];

/** Fields of requests and bodies that are recorded as model parameters. */
export const PARAMETERS: ReadonlySet<string> = new Set([
  ...REQUEST_ROWS.map(([, field]) => field),
  "additionalModelRequestFields",
  "anthropic_beta",
  "anthropic_version",
  "cfgScale",
  "dimensions",
  "embedding_types",
  "embeddingTypes",
  "frequency_penalty",
  "guardrailVersion",
  "height",
  "input_type",
  "normalize",
  "numberOfImages",
  "output_config",
  "performanceConfig",
  "performanceConfigLatency",
  "presence_penalty",
  "quality",
  "reasoning_effort",
  "requestMetadata",
  "seed",
  "serviceTier",
  "taskType",
  "thinking",
  "top_n",
  "truncate",
  "width",
]);

const always = (): boolean => true;

/** Package `@aws-sdk/client-bedrock-runtime`, with the facts that all its calls share. */
export const BEDROCK: Library = {
  name: "@aws-sdk/client-bedrock-runtime",
  transport: {},
  endpointOf: () => ENDPOINT,
  failureOf: bedrockFailure,
  requestAttributes: attributeTable(REQUEST_ROWS),
  textFields: new Set(["messages", "system", "tools", "toolConfig", "promptVariables"]),
  // Bytes of Converse arrive as data URIs. These are the fields of bodies.
  mediaFields: mediaFields({
    data: [
      {
        isIn: ({ media_type: type }) => typeof type === "string",
        typeOf: ({ media_type: type }) => textOf(type) ?? "application/octet-stream",
      },
    ],
    bytes: [{ isIn: always, typeOf: () => "application/octet-stream" }],
    inputImage: [{ isIn: always, typeOf: () => "image/png" }],
  }),
};

function rows(attribute: string, ...fields: readonly string[]): AttributeRow[] {
  return fields.map((field) => [attribute, field]);
}
