import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import {
  aloneOrWith,
  onlyOrAll,
  speakeasySignal,
  type Accumulator,
  type Answer,
  type Operation,
} from "@svc/instrumentation";
import { MISTRAL } from "../library.ts";
import { Choice } from "../message.ts";
import { usageMetadata, usageOf } from "../token-usage.ts";

const PARAMETERS: ReadonlySet<string> = new Set([
  "agent_id",
  "frequency_penalty",
  "guardrails",
  "max_tokens",
  "min_tokens",
  "n",
  "parallel_tool_calls",
  "prediction",
  "presence_penalty",
  "prompt_cache_key",
  "prompt_mode",
  "random_seed",
  "reasoning_effort",
  "response_format",
  "safe_prompt",
  "service_tier",
  "stop",
  "stream",
  "temperature",
  "tool_choice",
  "top_p",
]);

/** `chat.complete`, `chat.stream`, `chat.parse` and `chat.parseStream`. */
export const chatCompletion: Operation = {
  library: MISTRAL,
  name: "chat",
  type: "generation",
  // One request is made in a call, so that its path need not be known.
  path: "",
  parameters: PARAMETERS,
  input: (body) => aloneOrWith(body, "messages", ["tools"]),
  answer: (data) => {
    const accumulator = new ChatAccumulator();
    accumulator.add(data);
    return accumulator.answer();
  },
  accumulator: () => new ChatAccumulator(),
  signalIn: speakeasySignal,
};

/** `agents.complete` and `agents.stream`. */
export const agentCompletion: Operation = { ...chatCompletion };

/** `fim.complete` and `fim.stream`: fill in the middle between a prompt and a suffix. */
export const fimCompletion: Operation = {
  ...chatCompletion,
  name: "text_completion",
  input: (body) => aloneOrWith(body, "prompt", ["suffix"]),
};

/** Accumulator of an answer. A whole answer counts as a stream of one event. */
class ChatAccumulator implements Accumulator {
  readonly #choices = new Map<number, Choice>();
  #model: string | undefined;
  #responseId: string | undefined;
  #usage: unknown;

  add(event: unknown): boolean {
    const chunk = isFields(event) && isFields(event.data) ? event.data : event;
    if (!isFields(chunk)) return false;
    this.#model = textOf(chunk.model) ?? this.#model;
    this.#responseId = textOf(chunk.id) ?? this.#responseId;
    this.#usage = chunk.usage ?? this.#usage;
    let hasContent = false;
    for (const choice of listOf(chunk.choices)) {
      if (isFields(choice)) hasContent = this.#choiceOf(choice).add(choice) || hasContent;
    }
    return hasContent;
  }

  answer(): Answer {
    const choices = [...this.#choices].toSorted(([a], [b]) => a - b).map(([, choice]) => choice);
    return {
      output: onlyOrAll(choices.map((choice) => choice.message())),
      model: this.#model,
      usage: usageOf(this.#usage),
      responseId: this.#responseId,
      finishReasons: choices.map(({ finishReason }) => finishReason).filter((reason) => reason !== undefined),
      metadata: usageMetadata(this.#usage),
    };
  }

  #choiceOf({ index }: Fields): Choice {
    const place = typeof index === "number" ? index : 0;
    let choice = this.#choices.get(place);
    if (choice === undefined) this.#choices.set(place, (choice = new Choice()));
    return choice;
  }
}
