/** Amounts of one answer, with no token in two of them. */
export interface Amounts {
  readonly fresh: number;
  readonly cached: number;
  /** Written to the cache for the shortest time, and for an hour. */
  readonly written: number;
  readonly writtenHour: number;
  readonly audioIn: number;
  readonly imageIn: number;
  readonly text: number;
  readonly reasoning: number;
  readonly audioOut: number;
  readonly imageOut: number;
}

/** Answer of a model, what it costs by the price list, and how. */
export interface Answer {
  readonly name: string;
  readonly model: string;
  readonly amounts: Amounts;
  /** Cost in US dollars, from the prices per million tokens beside it. */
  readonly cost: number | null;
}

const NONE: Amounts = {
  fresh: 0,
  cached: 0,
  written: 0,
  writtenHour: 0,
  audioIn: 0,
  imageIn: 0,
  text: 0,
  reasoning: 0,
  audioOut: 0,
  imageOut: 0,
};

const answer = (name: string, model: string, cost: number | null, amounts: Partial<Amounts>): Answer => ({
  name,
  model,
  cost,
  amounts: { ...NONE, ...amounts },
});

/** Answers with each kind of token. */
export const ANSWERS: readonly Answer[] = [
  // gpt-5.4: input 2.5, output 15, cached 0.25.
  answer("fresh", "gpt-5.4", 0.0185, { fresh: 1_400, text: 1_000 }),
  answer("cached", "gpt-5.4", 0.0284515, { fresh: 4_459, cached: 9_216, text: 100, reasoning: 900 }),
  answer("reasoning", "gpt-5.4", 0.06, { fresh: 6_000, text: 0, reasoning: 3_000 }),
  // claude-sonnet-4-5: input 3, output 15, cached 0.3, written 3.75 and for an hour 6.
  answer("written to the cache", "claude-sonnet-4-5", 0.04490025, {
    fresh: 5,
    cached: 128_955,
    written: 1_253,
    text: 100,
  }),
  answer("written for an hour", "claude-sonnet-4-5", 0.04125, {
    fresh: 2_000,
    written: 1_000,
    writtenHour: 5_000,
    text: 100,
  }),
  // gpt-4o-audio-preview-2024-12-17: input 2.5, output 10, sound 40 and 80.
  answer("sound", "gpt-4o-audio-preview-2024-12-17", 0.0655, { fresh: 200, audioIn: 800, text: 100, audioOut: 400 }),
  // gpt-image-1: input 5, images 10 and 40.
  answer("images", "gpt-image-1", 0.04215, { fresh: 10, imageIn: 50, imageOut: 1_040 }),
  // gemini-2.5-pro over 200,000 tokens of input: input 2.5, output 15, cached 0.25.
  answer("long", "gemini-2.5-pro", 0.0865, { fresh: 10_000, cached: 240_000, text: 100 }),
  answer("no price", "a-model-that-nobody-knows", null, { fresh: 7, text: 3 }),
];

/** Answer of a model for embeddings. text-embedding-3-small: input 0.02. */
export const EMBEDDED: Answer = answer("embedding", "text-embedding-3-small", 0.0002, { fresh: 10_000 });

/** Returns the answer that a question asks for with `answer N`: the index in {@link ANSWERS}, or the number after the last for {@link EMBEDDED}. */
export function answerAskedFor(question: string): Answer | undefined {
  return [...ANSWERS, EMBEDDED][Number(/answer (\d+)/.exec(question)?.[1])];
}

/** Kinds under which the service stores the amounts, and their total. */
export function kindsOf(amounts: Amounts): Record<string, number> {
  const parts = {
    input_cached_tokens: amounts.cached,
    input_cache_creation: amounts.written,
    input_cache_creation_1h: amounts.writtenHour,
    input_audio_tokens: amounts.audioIn,
    input_image_tokens: amounts.imageIn,
    output_reasoning_tokens: amounts.reasoning,
    output_audio_tokens: amounts.audioOut,
    output_image_tokens: amounts.imageOut,
  };
  const given = Object.entries(parts).filter(([, amount]) => amount > 0);
  return {
    input: amounts.fresh,
    ...(allOutput(amounts) > 0 && { output: amounts.text }),
    ...Object.fromEntries(given),
    total: allInput(amounts) + allOutput(amounts),
  };
}

export const allInput = ({ fresh, cached, written, writtenHour, audioIn, imageIn }: Amounts): number =>
  fresh + cached + written + writtenHour + audioIn + imageIn;

export const allOutput = ({ text, reasoning, audioOut, imageOut }: Amounts): number =>
  text + reasoning + audioOut + imageOut;
