import type { Attributes } from "@opentelemetry/api";
import { fieldsOf, isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { reasonsAttribute, responseEnding, textAttribute } from "@svc/instrumentation";
import type { RecordedAttributes } from "@svc/tracing/internal";
import { isMessage, recordedMessage } from "../message/messages.ts";
import { billedUsage, reportedUsage, usageOf } from "./token-usage.ts";

/** Keys under which providers name the model that answered. */
const MODEL_KEYS: readonly string[] = ["model_name", "model", "model_id"];

/** Keys under which providers report why an answer ended. */
const REASON_KEYS: readonly string[] = ["finish_reason", "stop_reason", "finishReason"];

/** Other facts about an answer: the name in the metadata, and the keys under which providers report the fact. */
const METADATA: readonly (readonly [name: string, keys: readonly string[]])[] = [
  ["response_id", ["id"]],
  ["finish_reason", REASON_KEYS],
  ["service_tier", ["service_tier"]],
  ["system_fingerprint", ["system_fingerprint"]],
];

/** Reads the result of a model call. The output is the only answer, or a list of all answers. */
export function modelAnswer(result: unknown): RecordedAttributes {
  const { generations, llmOutput } = fieldsOf(result);
  const answers = listOf(generations)
    .flatMap(listOf)
    .filter((answer) => isFields(answer));
  const last = answers.at(-1);
  const message = isMessage(last?.message) ? last.message : undefined;
  const said = { ...fieldsOf(last?.generationInfo), ...fieldsOf(message?.response_metadata) };
  const outputs = answers.map(outputOf);
  const usage =
    billedUsage(said) ?? usageOf(message?.usage_metadata, reportedUsage(said), fieldsOf(llmOutput).tokenUsage);
  const model = MODEL_KEYS.map((key) => onceOf(said[key])).find((name) => name !== undefined);
  return {
    output: outputs.length > 1 ? outputs : outputs[0],
    ...(model !== undefined && { model }),
    ...(usage && { usageDetails: usage }),
    metadata: metadataOf(said),
    conventions: { ...textAttribute(GenAi.RESPONSE_MODEL, model), ...endOf(said, answers, message) },
  };
}

/** Returns the id of an answer, and the reasons why its choices ended. The Responses API has a status in their place. */
function endOf(said: Fields, answers: readonly Fields[], message: Fields | undefined): Attributes {
  const stated = answers.flatMap((answer) => {
    const ofAnswer = { ...fieldsOf(answer.generationInfo), ...fieldsOf(fieldsOf(answer.message).response_metadata) };
    return REASON_KEYS.map((key) => onceOf(ofAnswer[key])).find((reason) => reason !== undefined) ?? [];
  });
  const calls = listOf(message?.tool_calls).map(() => ({ type: "function_call" }));
  const { reason } = fieldsOf(said.incomplete_details);
  const reasons = stated.length > 0 ? stated : responseEnding(said.status, textOf(reason), calls);
  return {
    ...textAttribute(GenAi.RESPONSE_ID, idOf(said, message)),
    ...reasonsAttribute(...reasons),
  };
}

/** Returns the id that the provider gave an answer. A message without one has an id of LangChain's own, which begins with `run-`. */
function idOf(said: Fields, message: Fields | undefined): string | undefined {
  const id = onceOf(said.id) ?? textOf(message?.id);
  return id === undefined || /^(?:lc_)?run-/.test(id) ? undefined : id;
}

function outputOf(answer: Fields): unknown {
  return isMessage(answer.message) ? recordedMessage(answer.message) : answer.text;
}

function metadataOf(said: Fields): Record<string, unknown> {
  const metadata: Record<string, unknown> = {};
  for (const [name, keys] of METADATA) {
    const value = keys.map((key) => onceOf(said[key])).find((text) => text !== undefined);
    if (value !== undefined) metadata[name] = value;
  }
  return metadata;
}

/** Returns a text once that every chunk of a stream repeats: LangChain joins the texts of the chunks. */
function onceOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text?.slice(0, (text + text).indexOf(text, 1));
}
