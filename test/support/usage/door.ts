import type { Value } from "../server/otlp-calls.ts";
import { type Amounts, allInput, allOutput } from "./answers.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Way by which the usage of an answer reaches the service. */
export interface Door {
  readonly name: string;
  /** Kinds of tokens that this door cannot tell; answers with them are left out. */
  readonly cannotTell?: ReadonlyArray<keyof Amounts>;
  /** Scope of the spans. */
  readonly scope?: string;
  /** Returns the attributes of a span with the usage of an answer, beside its model. */
  readonly attributes: (amounts: Amounts, model: string) => Record<string, Value>;
}

/** Returns the usage as OpenAI's Chat Completions report it, without the parts that are 0. */
export function chatUsage(amounts: Amounts): Fields {
  const { cached, audioIn, imageIn, reasoning, audioOut, imageOut } = amounts;
  return {
    prompt_tokens: allInput(amounts),
    completion_tokens: allOutput(amounts),
    total_tokens: allInput(amounts) + allOutput(amounts),
    prompt_tokens_details: { cached_tokens: cached, audio_tokens: audioIn, image_tokens: imageIn, ...writes(amounts) },
    completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: audioOut, image_tokens: imageOut },
  };
}

/** Returns the tokens that LiteLLM and OpenRouter write to a cache beside those of OpenAI. */
function writes({ written, writtenHour }: Amounts): Fields {
  return written + writtenHour === 0 ? {} : { cache_write_tokens: written + writtenHour };
}

/** Returns the usage as OpenAI's Responses report it. */
export function responseUsage(amounts: Amounts): Fields {
  const { prompt_tokens_details, completion_tokens_details, prompt_tokens, completion_tokens, total_tokens } =
    chatUsage(amounts);
  return {
    input_tokens: prompt_tokens,
    input_tokens_details: prompt_tokens_details,
    output_tokens: completion_tokens,
    output_tokens_details: completion_tokens_details,
    total_tokens,
  };
}

/** Returns the usage as Anthropic reports it: cached tokens are beside the input. */
export function anthropicUsage({ fresh, cached, written, writtenHour, text, reasoning }: Amounts): Fields {
  return {
    input_tokens: fresh,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: written + writtenHour,
    cache_creation: { ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: writtenHour },
    output_tokens: text + reasoning,
    output_tokens_details: { thinking_tokens: reasoning },
    service_tier: "standard",
  };
}

/** Returns the usage as Gemini reports it: thoughts are beside the candidates. */
export function geminiUsage(amounts: Amounts): Fields {
  const { cached, audioIn, imageIn, text, reasoning, audioOut, imageOut } = amounts;
  const list = (parts: Readonly<Record<string, number>>): Fields[] =>
    Object.entries(parts).flatMap(([modality, tokenCount]) => (tokenCount > 0 ? [{ modality, tokenCount }] : []));
  return {
    promptTokenCount: allInput(amounts),
    cachedContentTokenCount: cached,
    candidatesTokenCount: text + audioOut + imageOut,
    thoughtsTokenCount: reasoning,
    totalTokenCount: allInput(amounts) + allOutput(amounts),
    promptTokensDetails: list({ TEXT: allInput(amounts) - audioIn - imageIn, AUDIO: audioIn, IMAGE: imageIn }),
    candidatesTokensDetails: list({ TEXT: text, AUDIO: audioOut, IMAGE: imageOut }),
    cacheTokensDetails: list({ TEXT: cached }),
  };
}

/** Returns the usage as an interaction of Gemini reports it. */
export function interactionUsage(amounts: Amounts): Fields {
  const usage = geminiUsage(amounts);
  const tokens = (list: unknown): Fields[] =>
    (list as Array<{ modality: string; tokenCount: number }>).map(({ modality, tokenCount }) => ({
      modality: modality.toLowerCase(),
      tokens: tokenCount,
    }));
  return {
    total_input_tokens: usage["promptTokenCount"],
    total_output_tokens: usage["candidatesTokenCount"],
    total_thought_tokens: usage["thoughtsTokenCount"],
    total_cached_tokens: usage["cachedContentTokenCount"],
    total_tokens: usage["totalTokenCount"],
    input_tokens_by_modality: tokens(usage["promptTokensDetails"]),
    output_tokens_by_modality: tokens(usage["candidatesTokensDetails"]),
  };
}

/** Returns the usage as the Realtime API reports it. */
export function realtimeUsage(amounts: Amounts): Fields {
  const { input_tokens_details, output_tokens_details, ...rest } = responseUsage(amounts);
  return { ...rest, input_token_details: input_tokens_details, output_token_details: output_tokens_details };
}

/** Returns the usage as Bedrock's Converse reports it: cached tokens are beside the input. */
export function converseUsage(amounts: Amounts): Fields {
  const { fresh, cached, written, writtenHour, text, reasoning } = amounts;
  return {
    inputTokens: fresh,
    outputTokens: text + reasoning,
    totalTokens: allInput(amounts) + allOutput(amounts),
    cacheReadInputTokens: cached,
    cacheWriteInputTokens: written + writtenHour,
    cacheDetails: [
      { ttl: "5m", inputTokens: written },
      { ttl: "1h", inputTokens: writtenHour },
    ],
  };
}

/** Returns the usage as the AI SDK from version 6 on reports it, with the report of the provider. */
export function aiSdkUsage(amounts: Amounts, raw?: Fields): Fields {
  const { cached, written, writtenHour, reasoning } = amounts;
  const writes = written + writtenHour;
  return {
    inputTokens: allInput(amounts),
    inputTokenDetails: {
      noCacheTokens: allInput(amounts) - cached - writes,
      cacheReadTokens: cached,
      cacheWriteTokens: writes,
    },
    outputTokens: allOutput(amounts),
    outputTokenDetails: { textTokens: allOutput(amounts) - reasoning, reasoningTokens: reasoning },
    totalTokens: allInput(amounts) + allOutput(amounts),
    raw,
  };
}

/** Returns the usage as LangChain reports it. */
export function langchainUsage(amounts: Amounts): Fields {
  const { cached, written, writtenHour, audioIn, imageIn, reasoning, audioOut, imageOut } = amounts;
  return {
    input_tokens: allInput(amounts),
    output_tokens: allOutput(amounts),
    total_tokens: allInput(amounts) + allOutput(amounts),
    input_token_details: {
      cache_read: cached,
      ...(writtenHour > 0
        ? { cache_creation: 0, ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: writtenHour }
        : { cache_creation: written }),
      audio: audioIn,
      image: imageIn,
    },
    output_token_details: { reasoning, audio: audioOut, image: imageOut },
  };
}
