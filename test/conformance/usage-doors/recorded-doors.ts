import { SvcOtelSpanAttributes as svc, type TokenUsage } from "@svc/core/internal";
import { modelUsage } from "../../../instrumentations/ai-sdk/model/model-usage.ts";
import { usageOf as aiSdkUsageOf } from "../../../instrumentations/ai-sdk/model/token-usage.ts";
import { messages } from "../../../instrumentations/anthropic/messages/messages.ts";
import { converse, converseStream } from "../../../instrumentations/bedrock/commands/converse.ts";
import { InvokeAccumulator } from "../../../instrumentations/bedrock/commands/invoke-accumulator.ts";
import { bodyUsage } from "../../../instrumentations/bedrock/answer/token-counts.ts";
import { totalsOf } from "../../../instrumentations/claude-agent/run/totals.ts";
import { chat as cohereChat, chatStream as cohereStream } from "../../../instrumentations/cohere/operations/chat.ts";
import {
  generateContent,
  generateContentStream,
} from "../../../instrumentations/google-genai/operations/generate-content.ts";
import { interactions } from "../../../instrumentations/google-genai/operations/interactions.ts";
import { LiveTurn } from "../../../instrumentations/google-genai/live/live-turn.ts";
import { modelAnswer } from "../../../instrumentations/langchain/model/model-answer.ts";
import { endingOf } from "../../../instrumentations/mastra/span/span-ending.ts";
import { chatCompletion } from "../../../instrumentations/mistral/operations/chat-completions.ts";
import { chat as ollamaChat } from "../../../instrumentations/ollama/operations/chat.ts";
import { describeModel } from "../../../instrumentations/openai-agents/model/model-report.ts";
import { chatCompletions } from "../../../instrumentations/openai/endpoints/chat-completions.ts";
import { imageGeneration } from "../../../instrumentations/openai/endpoints/images.ts";
import { responses } from "../../../instrumentations/openai/endpoints/responses.ts";
import { realtimeInference } from "../../../instrumentations/openai/realtime/realtime-operation.ts";
import { type Amounts, allInput, allOutput } from "./answers.ts";
import {
  aiSdkUsage,
  anthropicUsage,
  chatUsage,
  converseUsage,
  type Door,
  type Fields,
  geminiUsage,
  langchainUsage,
  responseUsage,
} from "./door.ts";

type Operation = {
  readonly answer?: (data: never) => { readonly usage?: TokenUsage | undefined };
  readonly accumulator?: () => { add(chunk: unknown): boolean; answer(): { readonly usage?: TokenUsage | undefined } };
};

/** Door of an instrumentation, which writes the kinds on the span. */
function recorded(name: string, kindsOf: (amounts: Amounts) => unknown, cannotTell: Door["cannotTell"] = []): Door {
  return {
    name,
    cannotTell,
    attributes: (amounts) => ({ [svc.OBSERVATION_USAGE_DETAILS]: JSON.stringify(kindsOf(amounts) ?? {}) }),
  };
}

const plain = ({ answer }: Operation, data: unknown): unknown => answer?.(data as never).usage?.kinds;

function streamed({ accumulator }: Operation, ...chunks: readonly unknown[]): unknown {
  const answer = accumulator!();
  for (const chunk of chunks) answer.add(chunk);
  return answer.answer().usage?.kinds;
}

const HOUR = ["writtenHour"] as const;
const WRITES = ["written", "writtenHour"] as const;
const MEDIA = ["audioIn", "imageIn", "audioOut", "imageOut"] as const;

/** Lets the thoughts out: Bedrock and Cohere count them with the output. */
const TEXT_ONLY = [...MEDIA, "reasoning"] as const;

const mistralUsage = (amounts: Amounts): Fields => {
  const { prompt_tokens, completion_tokens, total_tokens, ...details } = chatUsage(amounts);
  return {
    promptTokens: prompt_tokens,
    completionTokens: completion_tokens,
    totalTokens: total_tokens,
    additionalProperties: details,
  };
};

const realtimeUsage = (amounts: Amounts): Fields => {
  const { input_tokens_details, output_tokens_details, ...rest } = responseUsage(amounts);
  return { ...rest, input_token_details: input_tokens_details, output_token_details: output_tokens_details };
};

const cohereUsage = ({ fresh, text }: Amounts): Fields => ({
  billedUnits: { inputTokens: fresh, outputTokens: text },
  tokens: { inputTokens: fresh + 60, outputTokens: text },
});

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

const langchain = (counted: unknown, said: Fields, older?: Fields): unknown => {
  const message = {
    _getType: () => "ai",
    getType: () => "ai",
    content: "",
    usage_metadata: counted,
    response_metadata: said,
  };
  const { usageDetails } = modelAnswer({ generations: [[{ text: "", message }]], llmOutput: { tokenUsage: older } });
  return usageDetails;
};

const mastraUsage = (amounts: Amounts): Fields => {
  const { cached, written, audioIn, imageIn, reasoning, audioOut, imageOut } = amounts;
  return {
    inputTokens: allInput(amounts),
    outputTokens: allOutput(amounts),
    inputDetails: { text: amounts.fresh, cacheRead: cached, cacheWrite: written, audio: audioIn, image: imageIn },
    outputDetails: { text: amounts.text, reasoning, audio: audioOut, image: imageOut },
  };
};

const chunkOf = (body: Fields): Fields => ({ chunk: { bytes: new TextEncoder().encode(JSON.stringify(body)) } });

const invokeStream = (amounts: Amounts): unknown => {
  const accumulator = new InvokeAccumulator((body, counts) => ({ usage: bodyUsage(body, counts) }));
  const { output_tokens: output, ...start } = anthropicUsage(amounts);
  accumulator.add(
    chunkOf({ type: "message_start", message: { role: "assistant", usage: { ...start, output_tokens: 1 } } }),
  );
  accumulator.add(
    chunkOf({
      type: "message_delta",
      usage: { output_tokens: output },
      "amazon-bedrock-invocationMetrics": { inputTokenCount: start.input_tokens, outputTokenCount: output },
    }),
  );
  return accumulator.answer().usage?.kinds;
};

/** Readers of this SDK's instrumentations, on answers of the provider or framework, plain and streamed. */
export const RECORDED_DOORS: readonly Door[] = [
  recorded("openai, chat", (a) => plain(chatCompletions, { choices: [], usage: chatUsage(a) }), HOUR),
  recorded("openai, chat, streamed", (a) => streamed(chatCompletions, { choices: [], usage: chatUsage(a) }), HOUR),
  recorded("openai, response", (a) => plain(responses, { output: [], usage: responseUsage(a) }), HOUR),
  recorded(
    "openai, response, streamed",
    (a) => streamed(responses, { type: "response.completed", response: { output: [], usage: responseUsage(a) } }),
    HOUR,
  ),
  recorded("openai, realtime", (a) => plain(realtimeInference, { usage: realtimeUsage(a) }), HOUR),
  recorded("openai, images", (a) => plain(imageGeneration, { data: [], usage: responseUsage(a) }), HOUR),
  recorded(
    "openai, images, streamed",
    (a) => streamed(imageGeneration, { type: "image_generation.completed", b64_json: "AA==", usage: responseUsage(a) }),
    HOUR,
  ),
  recorded("anthropic", (a) => plain(messages, { content: [], usage: anthropicUsage(a) }), MEDIA),
  recorded(
    "anthropic, streamed",
    (a) => {
      const { output_tokens, output_tokens_details, ...start } = anthropicUsage(a);
      return streamed(
        messages,
        { type: "message_start", message: { role: "assistant", usage: { ...start, output_tokens: 1 } } },
        { type: "message_delta", delta: {}, usage: { output_tokens, output_tokens_details } },
      );
    },
    MEDIA,
  ),
  recorded("google-genai", (a) => plain(generateContent, { usageMetadata: geminiUsage(a) }), WRITES),
  recorded("google-genai, streamed", (a) => streamed(generateContentStream, { usageMetadata: geminiUsage(a) }), WRITES),
  recorded(
    "google-genai, live",
    (a) => {
      const { candidatesTokenCount, candidatesTokensDetails, ...rest } = geminiUsage(a);
      const turn = new LiveTurn(false);
      turn.add({
        usageMetadata: {
          ...rest,
          responseTokenCount: candidatesTokenCount,
          responseTokensDetails: candidatesTokensDetails,
        },
      });
      return turn.answer().usage?.kinds;
    },
    WRITES,
  ),
  recorded(
    "google-genai, interaction",
    (a) => {
      const usage = geminiUsage(a);
      const tokens = (list: unknown): Fields[] =>
        (list as Array<{ modality: string; tokenCount: number }>).map(({ modality, tokenCount }) => ({
          modality: modality.toLowerCase(),
          tokens: tokenCount,
        }));
      const counted = {
        total_input_tokens: usage.promptTokenCount,
        total_output_tokens: usage.candidatesTokenCount,
        total_thought_tokens: usage.thoughtsTokenCount,
        total_cached_tokens: usage.cachedContentTokenCount,
        total_tokens: usage.totalTokenCount,
        input_tokens_by_modality: tokens(usage.promptTokensDetails),
        output_tokens_by_modality: tokens(usage.candidatesTokensDetails),
      };
      return plain(interactions, { status: "completed", usage: counted });
    },
    WRITES,
  ),
  recorded("bedrock, converse", (a) => plain(converse, { output: {}, usage: converseUsage(a) }), TEXT_ONLY),
  recorded(
    "bedrock, converse, streamed",
    (a) => streamed(converseStream, { metadata: { usage: converseUsage(a) } }),
    TEXT_ONLY,
  ),
  recorded("bedrock, body of Anthropic", (a) => bodyUsage({ usage: anthropicUsage(a) }, {})?.kinds, MEDIA),
  recorded("bedrock, body of Anthropic, streamed", invokeStream, MEDIA),
  recorded("bedrock, body of OpenAI", (a) => bodyUsage({ usage: chatUsage(a) }, {})?.kinds, HOUR),
  recorded("mistral", (a) => plain(chatCompletion, { choices: [], usage: mistralUsage(a) }), HOUR),
  recorded("mistral, streamed", (a) => streamed(chatCompletion, { choices: [], usage: mistralUsage(a) }), HOUR),
  recorded("cohere", (a) => plain(cohereChat, { message: {}, usage: cohereUsage(a) }), [
    ...WRITES,
    ...TEXT_ONLY,
    "cached",
  ]),
  recorded(
    "cohere, streamed",
    (a) => streamed(cohereStream, { type: "message-end", delta: { usage: cohereUsage(a) } }),
    [...WRITES, ...TEXT_ONLY, "cached"],
  ),
  recorded(
    "ollama",
    (a) => plain(ollamaChat, { done: true, prompt_eval_count: a.fresh, eval_count: a.text, eval_duration: 5 }),
    [...WRITES, ...TEXT_ONLY, "cached"],
  ),
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
  recorded("LangChain", (a) => langchain(langchainUsage(a), {})),
  recorded("LangChain, Anthropic", (a) => langchain(langchainUsage(a), { usage: anthropicUsage(a) }), MEDIA),
  recorded(
    "LangChain, OpenAI without details of its own",
    (a) => {
      const { input_token_details: _in, output_token_details: _out, ...counted } = langchainUsage(a);
      return langchain(counted, { usage: chatUsage(a) });
    },
    HOUR,
  ),
  recorded(
    "LangChain, the older count",
    (a) => langchain(undefined, {}, { promptTokens: a.fresh, completionTokens: a.text, totalTokens: a.fresh + a.text }),
    [...WRITES, ...TEXT_ONLY, "cached"],
  ),
  recorded(
    "Mastra",
    (a) => endingOf({ type: "model_inference", attributes: { usage: mastraUsage(a) } }, "m", undefined).usageDetails,
    HOUR,
  ),
  recorded(
    "OpenAI Agents",
    (a) => describeModel({ type: "response", _response: { usage: responseUsage(a) } }).usageDetails,
    HOUR,
  ),
  recorded(
    "OpenAI Agents, other models",
    (a) => describeModel({ type: "generation", usage: chatUsage(a) }).usageDetails,
    HOUR,
  ),
  recorded(
    "Claude Agent",
    (a) => {
      const half = (amount: number): number => Math.floor(amount / 2);
      const usage = (of: (amount: number) => number): Fields => ({
        inputTokens: of(a.fresh),
        outputTokens: of(a.text + a.reasoning),
        cacheReadInputTokens: of(a.cached),
        cacheCreationInputTokens: of(a.written),
      });
      const models = { a: usage(half), b: usage((amount) => amount - half(amount)) };
      return totalsOf({ modelUsage: models }, false).usageDetails;
    },
    [...HOUR, ...TEXT_ONLY],
  ),
];
