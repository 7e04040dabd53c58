/** Usage for which the costs are compared, in the form of an OpenAI chat completion, which LiteLLM has for every provider. */
export interface JudgedUsage {
  readonly name: string;
  readonly usage: Readonly<Record<string, unknown>>;
  readonly service?: string;
}

const usage = (prompt: number, completion: number, input: object = {}, output: object = {}): JudgedUsage["usage"] => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
  prompt_tokens_details: input,
  completion_tokens_details: output,
});

/** Usage of the models of the list, each with kinds that others do not have. */
export const JUDGED_USAGES: readonly JudgedUsage[] = [
  { name: "plain", usage: usage(1_234, 567) },
  { name: "cached", usage: usage(10_000, 500, { cached_tokens: 7_500 }) },
  {
    name: "written to the cache",
    usage: usage(10_000, 500, {
      cached_tokens: 1_000,
      cache_creation_tokens: 6_000,
      cache_creation_token_details: { ephemeral_5m_input_tokens: 2_000, ephemeral_1h_input_tokens: 4_000 },
    }),
  },
  {
    name: "written to the cache for 12 hours",
    usage: usage(10_000, 500, {
      cache_creation_tokens: 6_000,
      cache_creation_token_details: { ephemeral_30m_input_tokens: 2_000, ephemeral_12h_input_tokens: 4_000 },
    }),
  },
  { name: "thoughts", usage: usage(1_000, 5_000, {}, { reasoning_tokens: 4_096 }) },
  { name: "sound", usage: usage(1_000, 500, { audio_tokens: 800 }, { audio_tokens: 400 }) },
  { name: "images", usage: usage(1_000, 1_500, { image_tokens: 900 }, { image_tokens: 1_120 }) },
  { name: "long", usage: usage(300_000, 4_000, { cached_tokens: 100_000 }) },
  { name: "long thoughts", usage: usage(300_000, 4_000, {}, { reasoning_tokens: 3_000 }) },
  {
    name: "priority",
    usage: usage(10_000, 500, { cached_tokens: 4_000 }, { reasoning_tokens: 100 }),
    service: "priority",
  },
  { name: "flex", usage: usage(10_000, 500, { cached_tokens: 4_000 }, { reasoning_tokens: 100 }), service: "flex" },
  { name: "long priority", usage: usage(300_000, 4_000, { cached_tokens: 100_000 }), service: "priority" },
];
