import { isFields, listOf, textOf, type TokenUsage } from "@svc/core/internal";
import {
  inBandFailure,
  onlyOrAll,
  pick,
  type Accumulator,
  type Answer,
  type Failure,
  type Operation,
} from "@svc/instrumentation";
import { OPENAI } from "../library.ts";
import { ChatChoice } from "./chat-choice.ts";
import { CHAT_PARAMETERS } from "./model-parameters.ts";
import { readUsage, STREAM_USAGE } from "./token-usage.ts";

/** Request fields that the input consists of. The input is always an object of these fields, with tools and without. */
const INPUT_FIELDS = ["messages", "tools", "tool_choice", "functions", "function_call"] as const;

/** `chat.completions.create`; also `parse`, `stream` and `runTools`, which call it. */
export const chatCompletions: Operation = {
  library: OPENAI,
  name: "chat",
  type: "generation",
  attributes: { "openai.api.type": "chat_completions" },
  path: "/chat/completions",
  parameters: CHAT_PARAMETERS,
  input: (body) => pick(body, INPUT_FIELDS),
  answer: chatAnswer,
  accumulator: () => new ChatAccumulator(),
  streamUsage: STREAM_USAGE,
};

/** Reads a chat completion. The output is the message of the only choice, or a list of the messages of all choices. */
function chatAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  const messages: unknown[] = [];
  const finishReasons: string[] = [];
  for (const choice of listOf(data.choices)) {
    if (!isFields(choice)) continue;
    messages.push(choice.message);
    if (typeof choice.finish_reason === "string") finishReasons.push(choice.finish_reason);
  }
  return {
    output: onlyOrAll(messages),
    model: textOf(data.model),
    usage: readUsage(data.usage),
    responseId: textOf(data.id),
    finishReasons,
    serviceTier: textOf(data.service_tier),
    systemFingerprint: textOf(data.system_fingerprint),
    failure: inBandFailure(data.error),
  };
}

/** Accumulator of a streamed chat completion, choice by choice and tool call by tool call. */
export class ChatAccumulator implements Accumulator {
  readonly #choices: ChatChoice[] = [];
  #model: string | undefined;
  #responseId: string | undefined;
  #usage: TokenUsage | undefined;
  #serviceTier: string | undefined;
  #systemFingerprint: string | undefined;
  #failure: Failure | undefined;

  add(chunk: unknown): boolean {
    if (!isFields(chunk)) return false;
    // Azure opens with a chunk whose id and model are empty; some servers repeat the usage, growing, on every chunk.
    const { model, id, usage, service_tier: serviceTier, system_fingerprint: fingerprint, error, choices } = chunk;
    this.#model ??= textOf(model);
    this.#responseId ??= textOf(id);
    this.#systemFingerprint ??= textOf(fingerprint);
    if (isFields(usage)) this.#usage = readUsage(usage) ?? this.#usage;
    if (serviceTier !== this.#serviceTier) this.#serviceTier = textOf(serviceTier) ?? this.#serviceTier;
    if (error) this.#failure ??= inBandFailure(error);
    let hasContent = false;
    if (Array.isArray(choices)) {
      for (let place = 0; place < choices.length; place++) hasContent = this.#addChoice(choices[place]) || hasContent;
    }
    return hasContent;
  }

  #addChoice(choice: unknown): boolean {
    if (!isFields(choice)) return false;
    const index = typeof choice.index === "number" ? choice.index : 0;
    return this.#choiceAt(index).add(choice);
  }

  /** Returns the choice with this index, adding it if it is new. Most answers have one choice. */
  #choiceAt(index: number): ChatChoice {
    for (let place = 0; place < this.#choices.length; place++) {
      const known = this.#choices[place]!;
      if (known.index === index) return known;
    }
    const choice = new ChatChoice(index);
    this.#choices.push(choice);
    return choice;
  }

  answer(): Answer {
    const choices = this.#choices.toSorted((a, b) => a.index - b.index);
    return {
      output: onlyOrAll(choices.map((choice) => choice.message())),
      model: this.#model,
      usage: this.#usage,
      responseId: this.#responseId,
      finishReasons: choices.map((choice) => choice.finishReason).filter((reason) => reason !== undefined),
      serviceTier: this.#serviceTier,
      systemFingerprint: this.#systemFingerprint,
      failure: this.#failure,
    };
  }
}
