import { usageDetails, type Fields, type TokenUsage } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import * as Observation from "@svc/core/internal/span-attributes";
import type { RecordedSpan } from "@svc/tracing/internal";
import { mediaFreeText } from "../content/media-free-text.ts";
import { givenFields } from "../data/fields.ts";
import { attributeValue } from "./attribute-table.ts";
import type { Answer, Operation } from "./operation.ts";

/**
 * Writes the attributes of the answer of a call; `completionStart` is the time of its first content.
 *
 * The fields are named one by one: a loop over a table of them takes several times as long.
 */
export function writeAnswer(
  span: RecordedSpan,
  operation: Operation,
  answer: Answer,
  completionStart: Date | undefined,
): void {
  const { model, usage, metadata } = answer;
  const { answerAttributes, mediaFields } = operation.library;
  write(span, GenAi.RESPONSE_MODEL, model);
  write(span, GenAi.RESPONSE_ID, answer.responseId);
  write(span, GenAi.RESPONSE_FINISH_REASONS, attributeValue(answer.finishReasons));
  write(span, GenAi.CONVERSATION_ID, answer.conversationId);
  write(span, GenAi.EMBEDDINGS_DIMENSION_COUNT, answer.dimensions);
  write(span, GenAi.USAGE_CACHE_WRITE_INPUT_TOKENS, answer.cacheWriteTokens);
  for (const name in answerAttributes) write(span, answerAttributes[name]!, attributeValue((answer as Fields)[name]));
  const output = span.content.outputs ? mediaFreeText(span, answer.output, mediaFields, "output") : undefined;
  write(span, Observation.OBSERVATION_OUTPUT, output);
  write(span, Observation.OBSERVATION_MODEL, model);
  if (usage !== undefined) writeUsage(span, usage);
  if (completionStart !== undefined) span.write({ completionStartTime: completionStart });
  if (metadata !== undefined) span.writeMetadata(givenFields(metadata));
}

function writeUsage(span: RecordedSpan, usage: TokenUsage): void {
  write(span, GenAi.USAGE_INPUT_TOKENS, usage.input);
  write(span, GenAi.USAGE_OUTPUT_TOKENS, usage.output);
  writeCounts(span, INPUT_COUNTS, usage.inputDetails);
  writeCounts(span, OUTPUT_COUNTS, usage.outputDetails);
  span.setAttribute(Observation.OBSERVATION_USAGE_DETAILS, JSON.stringify(usageDetails(usage)));
  if (usage.cost !== undefined) span.write({ costDetails: { total: usage.cost } });
}

/** Attributes of the parts of the input, by the names of the counts. */
const INPUT_COUNTS: ReadonlyMap<string, string> = new Map([
  ["cached_tokens", GenAi.USAGE_CACHE_READ_INPUT_TOKENS],
  ["cache_write_tokens", GenAi.USAGE_CACHE_WRITE_INPUT_TOKENS],
  ["audio_tokens", GenAi.USAGE_AUDIO_INPUT_TOKENS],
  ["image_tokens", GenAi.USAGE_IMAGE_INPUT_TOKENS],
]);

/** Attributes of the parts of the output, by the names of the counts. */
const OUTPUT_COUNTS: ReadonlyMap<string, string> = new Map([
  ["reasoning_tokens", GenAi.USAGE_REASONING_OUTPUT_TOKENS],
  ["audio_tokens", GenAi.USAGE_AUDIO_OUTPUT_TOKENS],
  ["image_tokens", GenAi.USAGE_IMAGE_OUTPUT_TOKENS],
]);

function writeCounts(
  span: RecordedSpan,
  attributes: ReadonlyMap<string, string>,
  counts: TokenUsage["inputDetails"],
): void {
  for (const name in counts) {
    const attribute = attributes.get(name);
    if (attribute !== undefined) span.setAttribute(attribute, counts[name]!);
  }
}

function write(span: RecordedSpan, attribute: string, value: string | number | boolean | string[] | undefined): void {
  if (value !== undefined) span.setAttribute(attribute, value);
}
