import assert from "node:assert/strict";
import { messages } from "../../instrumentations/anthropic/messages/messages.ts";
import { converse, converseStream } from "../../instrumentations/bedrock/commands/converse.ts";
import { invokeModel, invokeModelStream } from "../../instrumentations/bedrock/commands/invoke-model.ts";
import { chat as cohereChat, chatStream as cohereStream } from "../../instrumentations/cohere/operations/chat.ts";
import { chatStreamV1, chatV1 } from "../../instrumentations/cohere/operations/chat-v1.ts";
import { generate, generateStream } from "../../instrumentations/cohere/operations/generate.ts";
import { generateContentStream } from "../../instrumentations/google-genai/operations/generate-content.ts";
import { interactions } from "../../instrumentations/google-genai/operations/interactions.ts";
import { LiveTurn } from "../../instrumentations/google-genai/live/live-turn.ts";
import { chatCompletion as mistralChat } from "../../instrumentations/mistral/operations/chat-completions.ts";
import { conversation } from "../../instrumentations/mistral/operations/conversations.ts";
import { chat as ollamaChat } from "../../instrumentations/ollama/operations/chat.ts";
import { generate as ollamaGenerate } from "../../instrumentations/ollama/operations/generate.ts";
import { transcriptions } from "../../instrumentations/openai/endpoints/audio.ts";
import { chatCompletions } from "../../instrumentations/openai/endpoints/chat-completions.ts";
import { imageGeneration } from "../../instrumentations/openai/endpoints/images.ts";
import { responses } from "../../instrumentations/openai/endpoints/responses.ts";
import { textCompletions } from "../../instrumentations/openai/endpoints/text-completions.ts";

interface Reader {
  readonly answer: (data: unknown) => object;
  readonly accumulator?: () => { add(chunk: unknown): boolean; answer(): object };
}

const READERS: Readonly<Record<string, Reader>> = {
  "anthropic messages": messages,
  "bedrock converse": converse,
  "bedrock converse stream": converseStream,
  "bedrock invoke": invokeModel("anthropic.claude"),
  "bedrock invoke stream": invokeModelStream("anthropic.claude"),
  "cohere chat": cohereChat,
  "cohere chat stream": cohereStream,
  "cohere chat 1": chatV1,
  "cohere chat 1 stream": chatStreamV1,
  "cohere generate": generate,
  "cohere generate stream": generateStream,
  "google content": generateContentStream,
  "google interactions": interactions,
  "google live": { ...generateContentStream, accumulator: () => new LiveTurn(true) },
  "mistral chat": mistralChat,
  "mistral conversations": conversation,
  "ollama chat": ollamaChat,
  "ollama generate": ollamaGenerate,
  "openai chat": chatCompletions,
  "openai completions": textCompletions,
  "openai images": imageGeneration,
  "openai responses": responses,
  "openai transcriptions": transcriptions,
};

/** Bytes of a recorded answer for each byte that came, and those of an answer to nothing. */
const GROWTH = { perByte: 200, atLeast: 10_000 };

/**
 * Reads lines of JSON as the events of a model's answer, by every reader of answers. Throws when a reader throws, when it changes an event,
 * which the application reads as well, or when what it would record is far larger than what came.
 */
export function checkModelAnswer(text: string): void {
  const lines = text.split("\n").flatMap(jsonLine);
  for (const [name, reader] of Object.entries(READERS)) {
    const events = lines.map((line) => JSON.parse(line) as unknown);
    const longest = GROWTH.atLeast + GROWTH.perByte * text.length;
    for (const answer of answersOf(reader, events)) {
      const recorded = JSON.stringify(answer) ?? "";
      assert.ok(recorded.length <= longest, `${name}: ${recorded.length} characters of ${text.length}`);
    }
    assert.deepEqual(
      events.map((event) => JSON.stringify(event)),
      lines.map(normal),
      `${name} changes an event`,
    );
  }
}

function jsonLine(line: string): string[] {
  try {
    return typeof JSON.parse(line) === "object" ? [line] : [];
  } catch {
    return [];
  }
}

const normal = (line: string): string => JSON.stringify(JSON.parse(line));

function answersOf({ answer, accumulator }: Reader, events: readonly unknown[]): object[] {
  const whole = events.map((event) => answer(event));
  if (accumulator === undefined) return whole;
  const accumulated = accumulator();
  for (const event of events) accumulated.add(event);
  return [...whole, accumulated.answer()];
}
