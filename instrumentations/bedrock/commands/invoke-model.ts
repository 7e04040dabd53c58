import { fieldsOf, isFields, textOf, type Fields } from "@svc/core/internal";
import { type Answer, fieldsOfBody, type Operation, ownData, pick } from "@svc/instrumentation";
import { headersOf } from "../answer/response-headers.ts";
import { GUARDRAIL_INTERVENED, responseMetadata } from "../answer/response-metadata.ts";
import { bodyUsage, headerCounts, type Counts } from "../answer/token-counts.ts";
import { BEDROCK, PARAMETERS } from "../library.ts";
import { bodyOutput, imageUris } from "./body-dialects.ts";
import { bodyText, jsonBody } from "./body-text.ts";
import { isGivenCall, namesModel } from "./given-call.ts";
import { InvokeAccumulator } from "./invoke-accumulator.ts";

/** Field of the input of a body that is not JSON. */
const TEXT = "body";

/** Fields of bodies that the input consists of, in all dialects. */
const INPUT_FIELDS = [
  "messages",
  "system",
  "tools",
  "tool_choice",
  "toolConfig",
  "prompt",
  "preamble",
  "chat_history",
  "message",
  "documents",
  "query",
  "inputText",
  "inputImage",
  "input",
  "inputs",
  "texts",
  "images",
  "textToImageParams",
  "text_prompts",
  TEXT,
] as const;

/** Fields of bodies that hold the parameters of Nova and of Titan. */
const PARAMETER_GROUPS = [
  "inferenceConfig",
  "textGenerationConfig",
  "imageGenerationConfig",
  "embeddingConfig",
] as const;

const invokeChat: Operation = {
  library: BEDROCK,
  name: "chat",
  type: "generation",
  attributes: { "aws.bedrock.api.type": "invoke_model" },
  path: "/invoke",
  parameters: PARAMETERS,
  fieldsOfPassed: (given) => fieldsOfCall(given),
  input: (request) => pick(request, INPUT_FIELDS),
  answer: (data) => invokeAnswer(data, bodyAnswer),
  readsItself: true,
};

/** Call of a model by an id that does not name it. The body of the answer may. */
const invokeUnnamed: Operation = { ...invokeChat, answer: (data) => invokeAnswer(data, namedAnswer) };

/** Kinds of models by a part of their names; every other model is a chat. */
const KINDS: readonly (readonly [model: RegExp, operation: Operation])[] = [
  [/embed/, { ...invokeChat, name: "embeddings", type: "embedding" }],
  [/rerank/, { ...invokeChat, name: "rerank" }],
  [/image|canvas|stability|reel/, { ...invokeChat, name: "generate_content" }],
];

const streamed: Operation = {
  ...invokeChat,
  path: "/invoke-with-response-stream",
  fieldsOfPassed: (given) => ({ ...fieldsOfCall(given), stream: true }),
  accumulator: () => new InvokeAccumulator(bodyAnswer),
};

const streamedUnnamed: Operation = { ...streamed, accumulator: () => new InvokeAccumulator(namedAnswer) };

/** Returns the operation of `InvokeModelCommand` for a model. */
export function invokeModel(model: string | undefined): Operation {
  if (!namesModel(model)) return invokeUnnamed;
  return KINDS.find(([part]) => model !== undefined && part.test(model))?.[1] ?? invokeChat;
}

/** Returns the operation of `InvokeModelWithResponseStreamCommand` for a model. */
export function invokeModelStream(model: string | undefined): Operation {
  return namesModel(model) ? streamed : streamedUnnamed;
}

/** Returns true for an operation whose answer has token counts in its HTTP headers. */
export function hasCountsInHeaders({ path }: Operation): boolean {
  return path === invokeChat.path;
}

/** Fields beside the body that are recorded as model parameters. */
const REQUEST_PARAMETERS = [
  "guardrailIdentifier",
  "guardrailVersion",
  "performanceConfigLatency",
  "serviceTier",
] as const;

/** Returns the fields of a call with a body and a model. */
function fieldsOfRequest(body: Fields, model: string | undefined): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...body, model };
  for (const group of PARAMETER_GROUPS) if (isFields(fields[group])) Object.assign(fields, fields[group]);
  if (fields.images !== undefined) fields.images = imageUris(fields.images);
  return fields;
}

/** Returns the fields of a call: those of its body, and the parameters beside it. */
function fieldsOfCall(given: unknown): Fields {
  if (!isGivenCall(given)) return {};
  const { model, input } = given;
  const text = bodyText(ownData(input, "body"));
  const fields = fieldsOfRequest(fieldsOfText(text), model);
  for (const name of REQUEST_PARAMETERS) {
    const value = ownData(input, name);
    if (typeof value === "string") fields[name] = value;
  }
  return fields;
}

function fieldsOfText(text: string | undefined): Fields {
  if (text === undefined) return {};
  return fieldsOfBody(text, undefined, BEDROCK.textFields) ?? { [TEXT]: text };
}

type ReadBody = (body: Fields, counts: Counts, metadata: Fields) => Answer;

function invokeAnswer(data: unknown, read: ReadBody): Answer {
  const counts = headerCounts(fieldsOf(headersOf(data)));
  const metadata = responseMetadata(ownData(data, "$metadata"));
  const body = jsonBody(ownData(data, "body"));
  if (body === undefined) return { usage: bodyUsage({}, counts), metadata };
  return read(body, counts, metadata);
}

/** Reads the body of an answer, also one that a stream's accumulator has put together. `counts` are those that Bedrock counted. */
function bodyAnswer(body: Fields, counts: Counts, metadata: Fields): Answer {
  const { output, ...rest } = bodyOutput(body);
  const { "amazon-bedrock-trace": trace, "amazon-bedrock-guardrailAction": action } = body;
  return {
    ...rest,
    // The assessments of a guardrail quote the texts, and so are content.
    output: isFields(trace) ? { message: output, trace } : output,
    responseId: textOf(body.id) ?? textOf(body.response_id) ?? textOf(body.generation_id),
    usage: bodyUsage(body, counts),
    incompleteReason: action === "INTERVENED" ? GUARDRAIL_INTERVENED : undefined,
    metadata: { ...metadata, guardrail_action: textOf(action) },
  };
}

/**
 * Reads a body with the name of its model. That is the model's name with its maker, under which Bedrock's price is not known: it is
 * for calls that name no model.
 */
function namedAnswer(body: Fields, counts: Counts, metadata: Fields): Answer {
  return { ...bodyAnswer(body, counts, metadata), model: textOf(body.model) };
}
