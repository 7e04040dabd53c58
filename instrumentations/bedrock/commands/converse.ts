import { countOf, fieldsOf, isFields, readUsage, textOf, type Fields } from "@svc/core/internal";
import { dataIn, type Answer, type Operation, ownData, pick, types } from "@svc/instrumentation";
import { GUARDRAIL_INTERVENED, responseMetadata } from "../answer/response-metadata.ts";
import { BEDROCK, PARAMETERS } from "../library.ts";
import { ConverseAccumulator } from "./converse-accumulator.ts";
import { isGivenCall } from "./given-call.ts";
import { wireForm } from "./wire-form.ts";

/** Request fields that the input consists of. */
const INPUT_FIELDS = ["messages", "system", "toolConfig", "promptVariables"] as const;

/** `ConverseCommand`. */
export const converse: Operation = {
  library: BEDROCK,
  name: "chat",
  type: "generation",
  attributes: { "aws.bedrock.api.type": "converse" },
  path: "/converse",
  parameters: PARAMETERS,
  fieldsOfPassed: (given) => fieldsOfCall(given),
  input: (request) => wireForm(pick(request, INPUT_FIELDS)),
  answer: (data) => converseAnswer(data),
  readsItself: true,
};

/** `ConverseStreamCommand`. */
export const converseStream: Operation = {
  ...converse,
  path: "/converse-stream",
  fieldsOfPassed: (given) => ({ ...fieldsOfCall(given), stream: true }),
  accumulator: () => new ConverseAccumulator(converseAnswer),
};

/** Returns the fields of a call, from the input of its command. */
function fieldsOfCall(given: unknown): Fields {
  if (!isGivenCall(given)) return {};
  const { model, input } = given;
  const fields: Record<string, unknown> = { model };
  for (const name of INPUT_FIELDS) fields[name] = ownData(input, name);
  const names = isFields(input) && !types.isProxy(input) ? Object.keys(input) : [];
  for (const name of names) if (PARAMETERS.has(name)) fields[name] = dataIn(ownData(input, name));
  return { ...fields, ...fieldsOf(dataIn(ownData(input, "inferenceConfig"))) };
}

/** Reads an answer of Converse, also one that a stream's accumulator has put together. */
export function converseAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  const { usage, stopReason, trace, metrics, $metadata: metadata, performanceConfig, serviceTier } = data;
  const message = fieldsOf(data.output).message;
  const guardrail = fieldsOf(trace).guardrail;
  const reason = textOf(stopReason);
  return {
    // The assessments of a guardrail quote the texts, and so are content.
    output: wireForm(guardrail === undefined ? message : { message, trace: { guardrail } }),
    model: textOf(fieldsOf(fieldsOf(trace).promptRouter).invokedModelId),
    usage: readUsage(usage),
    finishReasons: reason === undefined ? [] : [reason],
    incompleteReason: reason === "guardrail_intervened" ? GUARDRAIL_INTERVENED : undefined,
    metadata: {
      ...responseMetadata(metadata),
      latency_ms: countOf(fieldsOf(metrics).latencyMs),
      performance: textOf(fieldsOf(performanceConfig).latency),
      service_tier: textOf(fieldsOf(serviceTier).type),
    },
  };
}
