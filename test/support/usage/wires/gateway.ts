import { type Amounts, allInput, allOutput } from "../answers.ts";
import { chatUsage, type Fields } from "../door.ts";
import type { Wire, WireRequest } from "./wire.ts";

/** Answer of the gateway of the AI SDK, in the form of a model of the SDK. From version 3 of that form on it has the provider's report. */
export function gatewayWire(_model: string, amounts: Amounts, { headers }: WireRequest): Wire {
  const isNested = Number(headers["ai-language-model-specification-version"]) > 2;
  const usage = isNested ? nestedUsage(amounts) : flatUsage(amounts);
  const finishReason = isNested ? { unified: "stop", raw: "stop" } : "stop";
  return {
    whole: { content: [{ type: "text", text: "Hi" }], finishReason, usage, warnings: [] },
    events: [
      { type: "stream-start", warnings: [] },
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: "Hi" },
      { type: "text-end", id: "1" },
      { type: "finish", finishReason, usage },
    ],
  };
}

function flatUsage(amounts: Amounts): Fields {
  return {
    inputTokens: allInput(amounts),
    outputTokens: allOutput(amounts),
    totalTokens: allInput(amounts) + allOutput(amounts),
    cachedInputTokens: amounts.cached,
    reasoningTokens: amounts.reasoning,
  };
}

function nestedUsage(amounts: Amounts): Fields {
  const { fresh, cached, written, writtenHour, text, reasoning } = amounts;
  const inputTokens = {
    total: allInput(amounts),
    noCache: fresh,
    cacheRead: cached,
    cacheWrite: written + writtenHour,
  };
  return {
    inputTokens,
    outputTokens: { total: allOutput(amounts), text, reasoning },
    raw: chatUsage(amounts),
  };
}
