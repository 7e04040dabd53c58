import { countOf, fieldsOf, isFields, textOf, type Fields } from "@svc/core/internal";

/** Usage in the form in which version 7 reports it. */
interface ReportedUsage extends Fields {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly totalTokens?: number | undefined;
  /** Report of the provider, in its own words. */
  readonly raw?: unknown;
}

/** Providers whose models, up to version 5, report an input without the tokens that were read from or written to the cache. */
const WITHOUT_CACHE = /anthropic|bedrock/;

/** Providers whose models, in version 4, report an output without the thoughts, and no total. */
const WITHOUT_THOUGHTS = /^xai/;

/** Providers whose models, up to version 5, report the tokens that their own tools add to the prompt only in the total. */
const OF_GOOGLE = /google|vertex/;

/**
 * Returns the usage that a model reports to versions 4 to 6, in the form of version 7: cached tokens are a part of the input, and
 * reasoning tokens a part of the output. Each version of the interface for models has another form.
 */
export function modelUsage(usage: unknown, providerMetadata: unknown, provider: unknown): ReportedUsage {
  const given = fieldsOf(usage);
  if (isFields(given.inputTokens) || isFields(given.outputTokens)) return ofVersion3(given);
  const details = detailsOf(fieldsOf(providerMetadata));
  const read = countOf(given.cachedInputTokens) ?? details.read;
  const reasoning = countOf(given.reasoningTokens) ?? details.reasoning;
  const total = countOf(given.totalTokens);
  let input = countOf(given.inputTokens) ?? countOf(given.promptTokens);
  let output = countOf(given.outputTokens) ?? countOf(given.completionTokens);
  if (input !== undefined && WITHOUT_CACHE.test(textOf(provider) ?? "")) input += (read ?? 0) + (details.written ?? 0);
  // Google counts thoughts beside the output, and what its own tools add to the prompt beside the input. The total tells.
  const isBeside =
    total === undefined
      ? WITHOUT_THOUGHTS.test(textOf(provider) ?? "")
      : total >= (input ?? 0) + (output ?? 0) + (reasoning ?? 0);
  if (isBeside && reasoning !== undefined && reasoning > 0) output = (output ?? 0) + reasoning;
  if (input !== undefined && OF_GOOGLE.test(textOf(provider) ?? ""))
    input = Math.max(input, (total ?? 0) - (output ?? 0));
  return {
    inputTokens: input,
    outputTokens: output,
    totalTokens: sumOf(input, output) ?? total,
    inputTokenDetails: { cacheReadTokens: read, cacheWriteTokens: details.written },
    outputTokenDetails: { reasoningTokens: reasoning },
    raw: rawUsage(fieldsOf(providerMetadata)),
  };
}

/** Returns the usage that some providers repeat in their metadata as it was. */
function rawUsage({ anthropic, google, vertex }: Fields): unknown {
  return fieldsOf(anthropic).usage ?? fieldsOf(google ?? vertex).usageMetadata;
}

function ofVersion3(usage: Fields): ReportedUsage {
  const { total: given, cacheRead: cacheReadTokens, cacheWrite: cacheWriteTokens } = fieldsOf(usage.inputTokens);
  const { promptTokenCount, toolUsePromptTokenCount } = fieldsOf(usage.raw);
  // Google's own tools add to the prompt. Version 7 counts that as input.
  const isBeside = promptTokenCount !== undefined && promptTokenCount === given;
  const input = isBeside ? sumOf(countOf(given), countOf(toolUsePromptTokenCount)) : given;
  const { total: output, reasoning: reasoningTokens } = fieldsOf(usage.outputTokens);
  return {
    inputTokens: countOf(input),
    outputTokens: countOf(output),
    totalTokens: sumOf(countOf(input), countOf(output)),
    inputTokenDetails: { cacheReadTokens, cacheWriteTokens },
    outputTokenDetails: { reasoningTokens },
    raw: usage.raw,
  };
}

/** Returns the counts that providers keep in metadata of their own. */
function detailsOf(metadata: Fields): {
  read?: number | undefined;
  written?: number | undefined;
  reasoning?: number | undefined;
} {
  const { anthropic, bedrock, deepseek } = metadata;
  const ofAnthropic = fieldsOf(anthropic);
  const ofBedrock = fieldsOf(fieldsOf(bedrock).usage);
  return {
    read:
      countIn(metadata, "cachedPromptTokens") ??
      countOf(ofAnthropic.cacheReadInputTokens) ??
      countOf(ofBedrock.cacheReadInputTokens) ??
      countOf(fieldsOf(deepseek).promptCacheHitTokens),
    written: countOf(ofAnthropic.cacheCreationInputTokens) ?? countOf(ofBedrock.cacheWriteInputTokens),
    reasoning: countIn(metadata, "reasoningTokens"),
  };
}

/** Returns the count of a provider in the form of OpenAI, which has its details under the provider's own name. */
function countIn(metadata: Fields, name: string): number | undefined {
  return Object.values(metadata)
    .map((details) => countOf(fieldsOf(details)[name]))
    .find((count) => count !== undefined);
}

function sumOf(input: number | undefined, output: number | undefined): number | undefined {
  return input === undefined && output === undefined ? undefined : (input ?? 0) + (output ?? 0);
}
