import { isFields, type Fields } from "@svc/core/internal";
import { pick } from "../fields.ts";

/** Fields of a chat completion request that are recorded as model parameters. */
export const CHAT_PARAMETERS: ReadonlySet<string> = new Set([
  "audio",
  "frequency_penalty",
  "logit_bias",
  "logprobs",
  "max_completion_tokens",
  "max_tokens",
  "modalities",
  "n",
  "parallel_tool_calls",
  "prediction",
  "presence_penalty",
  "prompt_cache_key",
  "prompt_cache_options",
  "prompt_cache_retention",
  "reasoning_effort",
  "response_format",
  "safety_identifier",
  "seed",
  "service_tier",
  "stop",
  "store",
  "stream",
  "temperature",
  "top_logprobs",
  "top_p",
  "user",
  "verbosity",
  "web_search_options",
]);

/** Fields of a legacy completion request that are recorded as model parameters. */
export const TEXT_PARAMETERS: ReadonlySet<string> = new Set([
  "best_of",
  "echo",
  "frequency_penalty",
  "logit_bias",
  "logprobs",
  "max_tokens",
  "n",
  "presence_penalty",
  "seed",
  "stop",
  "stream",
  "temperature",
  "top_p",
  "user",
]);

/** Fields of a response request that are recorded as model parameters. */
export const RESPONSE_PARAMETERS: ReadonlySet<string> = new Set([
  "background",
  "betas",
  "context_management",
  "include",
  "max_output_tokens",
  "max_tool_calls",
  "multi_agent",
  "parallel_tool_calls",
  "previous_response_id",
  "prompt_cache_key",
  "prompt_cache_options",
  "prompt_cache_retention",
  "reasoning",
  "safety_identifier",
  "service_tier",
  "store",
  "stream",
  "temperature",
  "text",
  "top_logprobs",
  "top_p",
  "truncation",
  "user",
]);

/** Fields of a request to generate, edit or vary an image that are recorded as model parameters. */
export const IMAGE_PARAMETERS: ReadonlySet<string> = new Set([
  "background",
  "complexity",
  "frame_count",
  "frame_duration_ms",
  "input_fidelity",
  "moderation",
  "n",
  "output_compression",
  "output_format",
  "partial_images",
  "quality",
  "response_format",
  "safety_identifier",
  "size",
  "stream",
  "style",
  "user",
]);

/** Fields of a transcription or translation request that are recorded as model parameters. */
export const TRANSCRIPTION_PARAMETERS: ReadonlySet<string> = new Set([
  "chunking_strategy",
  "include",
  "language",
  "response_format",
  "stream",
  "temperature",
  "timestamp_granularities",
]);

/**
 * Parameters that are content, because they repeat what the answer is to say. Of the parameters that describe the shape of the
 * answer, only the kind of shape is not content.
 */
const CONTENT_PARAMETERS: ReadonlySet<string> = new Set(["prediction", "stop"]);
const SHAPE_PARAMETERS: ReadonlySet<string> = new Set(["response_format", "text"]);

/**
 * Returns the parameters that the request gives; null is not a value. Without `withContent`, parameters that hold content are
 * left out.
 */
export function modelParameters(
  body: Fields,
  names: ReadonlySet<string>,
  withContent: boolean,
): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const name in body) {
    const value = body[name];
    if (value === undefined || value === null || !names.has(name)) continue;
    if (withContent || !CONTENT_PARAMETERS.has(name)) parameters[name] = value;
  }
  if (withContent) return parameters;
  for (const name of SHAPE_PARAMETERS) {
    if (isFields(parameters[name])) parameters[name] = shapeOnly(parameters[name]);
  }
  return parameters;
}

/** Returns the kind of shape that the request asks for, without the schema. */
function shapeOnly(shape: Fields): Record<string, unknown> {
  const kind = pick(shape, ["type", "verbosity"]);
  if (isFields(shape.format)) kind.format = shapeOnly(shape.format);
  return kind;
}
