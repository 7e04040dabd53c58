import { countOf, fieldsOf, isFields, listOf, type Fields, type TokenUsage } from "@svc/core/internal";

/** Token counts of one call. `input` is without the tokens that were read from the cache or written to it. */
export interface Counts {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  /** Tokens written to the cache, for any time. */
  readonly cacheWrite?: number | undefined;
  /** Tokens among them that stay in the cache for an hour. */
  readonly cacheWriteHour?: number | undefined;
  readonly reasoning?: number | undefined;
}

/** Response headers with token counts. */
export const COUNT_HEADERS: Readonly<Record<"input" | "output" | "cacheRead" | "cacheWrite", string>> = {
  input: "x-amzn-bedrock-input-token-count",
  output: "x-amzn-bedrock-output-token-count",
  cacheRead: "x-amzn-bedrock-cache-read-input-token-count",
  cacheWrite: "x-amzn-bedrock-cache-write-input-token-count",
};

/** Returns the usage of the counts, of which the later ones win. Returns undefined when there is no count. */
export function usageOf(...sources: readonly Counts[]): TokenUsage | undefined {
  const counts: { -readonly [name in keyof Counts]: number } = {};
  for (const source of sources) {
    for (const name in source) {
      const count = source[name as keyof Counts];
      if (count !== undefined) counts[name as keyof Counts] = count;
    }
  }
  const { input, output, cacheRead = 0, cacheWrite = 0, cacheWriteHour = 0, reasoning = 0 } = counts;
  if (input === undefined && output === undefined) return undefined;
  const allInput = input === undefined ? undefined : input + cacheRead + cacheWrite;
  const shortWrite = Math.max(0, cacheWrite - cacheWriteHour);
  return {
    input: allInput,
    output,
    total: (allInput ?? 0) + (output ?? 0),
    inputDetails:
      cacheRead + cacheWrite + cacheWriteHour === 0
        ? {}
        : {
            ...(cacheRead > 0 && { cached_tokens: cacheRead }),
            ...(shortWrite > 0 && { cache_creation: shortWrite }),
            ...(cacheWriteHour > 0 && { cache_creation_1h: cacheWriteHour }),
          },
    outputDetails: reasoning > 0 ? { reasoning_tokens: reasoning } : {},
  };
}

/** Reads the field `usage` of Converse, which Nova's bodies have too. */
export function converseCounts(usage: unknown): Counts {
  if (!isFields(usage)) return {};
  const hour = listOf(usage.cacheDetails)
    .map((detail) => fieldsOf(detail))
    .find(({ ttl }) => ttl === "1h");
  return {
    input: countOf(usage.inputTokens),
    output: countOf(usage.outputTokens),
    cacheRead: countOf(usage.cacheReadInputTokens) ?? countOf(usage.cacheReadInputTokenCount),
    cacheWrite: countOf(usage.cacheWriteInputTokens) ?? countOf(usage.cacheWriteInputTokenCount),
    cacheWriteHour: countOf(hour?.inputTokens),
  };
}

/** Reads the field `usage` of a body in the dialect of Anthropic or in that of OpenAI. */
export function bodyCounts(usage: unknown): Counts {
  if (!isFields(usage)) return {};
  if ("inputTokens" in usage || "outputTokens" in usage) return converseCounts(usage);
  if ("prompt_tokens" in usage || "completion_tokens" in usage) return openAICounts(usage);
  return {
    input: countOf(usage.input_tokens),
    output: countOf(usage.output_tokens),
    cacheRead: countOf(usage.cache_read_input_tokens),
    cacheWrite: countOf(usage.cache_creation_input_tokens),
    cacheWriteHour: countOf(fieldsOf(usage.cache_creation).ephemeral_1h_input_tokens),
  };
}

/** Reads the token counts that Llama and Titan put beside the text, and those that Cohere puts into `meta`. */
export function flatCounts(body: Fields): Counts {
  const meta = fieldsOf(body.meta);
  const billed = fieldsOf(meta.billed_units ?? meta.tokens);
  const results = listOf(body.results).map((result) => countOf(fieldsOf(result).tokenCount) ?? 0);
  return {
    input: countOf(body.prompt_token_count) ?? countOf(body.inputTextTokenCount) ?? countOf(billed.input_tokens),
    output:
      countOf(body.generation_token_count) ??
      countOf(body.totalOutputTextTokenCount) ??
      countOf(billed.output_tokens) ??
      (body.inputTextTokenCount !== undefined && results.length > 0
        ? results.reduce((sum, count) => sum + count)
        : undefined),
  };
}

/** Reads `amazon-bedrock-invocationMetrics` of the last chunk of a stream. */
export function metricsCounts(metrics: unknown): Counts {
  if (!isFields(metrics)) return {};
  return {
    input: countOf(metrics.inputTokenCount),
    output: countOf(metrics.outputTokenCount),
    cacheRead: countOf(metrics.cacheReadInputTokenCount),
    cacheWrite: countOf(metrics.cacheWriteInputTokenCount),
  };
}

/** Reads the response headers of InvokeModel, which count the tokens of every model. */
export function headerCounts(headers: Fields): Counts {
  return {
    input: countInText(headers[COUNT_HEADERS.input]),
    output: countInText(headers[COUNT_HEADERS.output]),
    cacheRead: countInText(headers[COUNT_HEADERS.cacheRead]),
    cacheWrite: countInText(headers[COUNT_HEADERS.cacheWrite]),
  };
}

function countInText(text: unknown): number | undefined {
  return typeof text === "string" && /^\d+$/.test(text) ? Number(text) : undefined;
}

function openAICounts(usage: Fields): Counts {
  const cacheRead = countOf(fieldsOf(usage.prompt_tokens_details).cached_tokens);
  const prompt = countOf(usage.prompt_tokens);
  return {
    input: prompt === undefined ? undefined : Math.max(0, prompt - (cacheRead ?? 0)),
    output: countOf(usage.completion_tokens),
    cacheRead,
    reasoning: countOf(fieldsOf(usage.completion_tokens_details).reasoning_tokens),
  };
}
