import { modelUsage } from "../../../../instrumentations/ai-sdk/model/model-usage.ts";
import { usageOf as aiSdkUsageOf } from "../../../../instrumentations/ai-sdk/model/token-usage.ts";
import { type Amounts, allInput, allOutput } from "../../../support/usage/answers.ts";
import {
  aiSdkUsage,
  anthropicUsage,
  chatUsage,
  type Door,
  type Fields,
  geminiUsage,
} from "../../../support/usage/door.ts";
import { recorded, HOUR, WRITES, MEDIA } from "../recorded-door.ts";

/** Usage of a model of the AI SDK up to version 5, whose input and total are without the cache of Anthropic. */
const ofAnthropicV2 = (amounts: Amounts): unknown => {
  const raw = anthropicUsage(amounts);
  const usage = {
    inputTokens: amounts.fresh,
    outputTokens: allOutput(amounts),
    totalTokens: amounts.fresh + allOutput(amounts),
    cachedInputTokens: amounts.cached,
  };
  return aiSdkUsageOf(
    modelUsage(
      usage,
      { anthropic: { usage: raw, cacheCreationInputTokens: amounts.written + amounts.writtenHour } },
      "anthropic.messages",
    ),
  );
};

const ofOpenAIV2 = (amounts: Amounts): unknown => {
  const usage = {
    inputTokens: allInput(amounts),
    outputTokens: allOutput(amounts),
    totalTokens: allInput(amounts) + allOutput(amounts),
    cachedInputTokens: amounts.cached,
    reasoningTokens: amounts.reasoning,
  };
  return aiSdkUsageOf(modelUsage(usage, { openai: {} }, "openai.chat"));
};

const ofGoogleV2 = (amounts: Amounts): unknown => {
  const raw = geminiUsage(amounts);
  const usage = {
    inputTokens: raw.promptTokenCount,
    outputTokens: raw.candidatesTokenCount,
    totalTokens: raw.totalTokenCount,
    cachedInputTokens: amounts.cached,
    reasoningTokens: amounts.reasoning,
  };
  return aiSdkUsageOf(modelUsage(usage, { google: { usageMetadata: raw } }, "google.generative-ai"));
};

const ofVersion1 = (amounts: Amounts): unknown => {
  const usage = { promptTokens: allInput(amounts), completionTokens: allOutput(amounts) };
  const metadata = { cachedPromptTokens: amounts.cached, reasoningTokens: amounts.reasoning };
  return aiSdkUsageOf(modelUsage(usage, { openai: metadata }, "openai.chat"));
};

const ofVersion3 = (amounts: Amounts, raw: Fields): unknown => {
  const { cached, written, writtenHour, reasoning } = amounts;
  const writes = written + writtenHour;
  const usage = {
    inputTokens: {
      total: allInput(amounts),
      noCache: allInput(amounts) - cached - writes,
      cacheRead: cached,
      cacheWrite: writes,
    },
    outputTokens: { total: allOutput(amounts), text: allOutput(amounts) - reasoning, reasoning },
    raw,
  };
  return aiSdkUsageOf(modelUsage(usage, {}, "provider"));
};

/** Doors of answers that this instrumentation records. */
export const DOORS: readonly Door[] = [
  recorded("AI SDK 4, OpenAI", ofVersion1, [...WRITES, ...MEDIA]),
  recorded("AI SDK 5, OpenAI", ofOpenAIV2, [...WRITES, ...MEDIA]),
  recorded("AI SDK 5, Anthropic", ofAnthropicV2, [...MEDIA, "reasoning"]),
  recorded("AI SDK 5, Google", ofGoogleV2, WRITES),
  recorded("AI SDK 6, OpenAI", (a) => ofVersion3(a, chatUsage(a)), HOUR),
  recorded("AI SDK 6, Anthropic", (a) => ofVersion3(a, anthropicUsage(a)), MEDIA),
  recorded("AI SDK 6, Google", (a) => ofVersion3(a, geminiUsage(a)), WRITES),
  recorded("AI SDK 7, OpenAI", (a) => aiSdkUsageOf(aiSdkUsage(a, chatUsage(a))), HOUR),
  recorded("AI SDK 7, Anthropic", (a) => aiSdkUsageOf(aiSdkUsage(a, anthropicUsage(a))), MEDIA),
  recorded("AI SDK 7, without a report of the provider", (a) => aiSdkUsageOf(aiSdkUsage(a)), [...HOUR, ...MEDIA]),
];
