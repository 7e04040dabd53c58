import { countOf, fieldsOf, listOf, readUsage, type Fields, type TokenUsage } from "@svc/core/internal";

/** Response headers with token counts, and the names of the counts in the metrics of a stream. */
export const COUNT_HEADERS = {
  inputTokenCount: "x-amzn-bedrock-input-token-count",
  outputTokenCount: "x-amzn-bedrock-output-token-count",
  cacheReadInputTokenCount: "x-amzn-bedrock-cache-read-input-token-count",
  cacheWriteInputTokenCount: "x-amzn-bedrock-cache-write-input-token-count",
} as const;

/** Token counts that Bedrock makes of every model's answers, under the names of {@link COUNT_HEADERS}. */
export type Counts = Readonly<Record<string, number>>;

/** Reads the usage of a body in any dialect, with the counts of Bedrock for what the body does not count; undefined without any count. */
export function bodyUsage(body: Fields, counts: Counts): TokenUsage | undefined {
  const { billed_units: billed, tokens } = fieldsOf(body.meta);
  const { prompt_token_count, generation_token_count, inputTextTokenCount, totalOutputTextTokenCount } = body;
  // Nova's total is without the cache, which Bedrock counts beside the input.
  const { totalTokens: _total, ...usage } = fieldsOf(body.usage);
  return readUsage({
    ...counts,
    prompt_token_count,
    generation_token_count,
    inputTextTokenCount,
    totalOutputTextTokenCount: totalOutputTextTokenCount ?? countOfResults(body),
    billed_units: billed ?? tokens,
    ...usage,
  });
}

/** Returns the counts of the last chunk of a stream, in `amazon-bedrock-invocationMetrics`. */
export function metricsCounts(metrics: unknown): Counts {
  return countsIn((name) => countOf(fieldsOf(metrics)[name]));
}

/** Reads the response headers of InvokeModel, which count the tokens of every model. */
export function headerCounts(headers: Fields): Counts {
  return countsIn((name) => countInText(headers[COUNT_HEADERS[name]]));
}

function countsIn(read: (name: keyof typeof COUNT_HEADERS) => number | undefined): Counts {
  const counts: Record<string, number> = {};
  for (const name in COUNT_HEADERS) {
    const count = read(name as keyof typeof COUNT_HEADERS);
    if (count !== undefined) counts[name] = count;
  }
  return counts;
}

function countInText(text: unknown): number | undefined {
  return typeof text === "string" && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Returns the tokens of the texts of Titan. */
function countOfResults(body: Fields): number | undefined {
  const results = listOf(body.results);
  if (body.inputTextTokenCount === undefined || results.length === 0) return undefined;
  return results.reduce<number>((sum, result) => sum + (countOf(fieldsOf(result).tokenCount) ?? 0), 0);
}
