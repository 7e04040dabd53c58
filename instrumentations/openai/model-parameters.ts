import type { Fields } from "./fields.ts";

/** Fields of a chat completion request that are recorded as model parameters. */
export const CHAT_PARAMETERS: readonly string[] = [
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
];

/** The named fields that the request gives; zero and false are values, null is not. */
export function modelParameters(body: Fields, names: readonly string[]): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const name of names) {
    const value = body[name];
    if (value !== undefined && value !== null) parameters[name] = value;
  }
  return parameters;
}
