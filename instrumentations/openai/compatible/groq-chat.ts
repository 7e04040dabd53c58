import { isFields, type TokenUsage } from "@svc/core/internal";
import type { Accumulator, Answer } from "@svc/instrumentation";
import { ChatAccumulator } from "../endpoints/chat-completions.ts";
import { readUsage } from "../endpoints/token-usage.ts";

/** Accumulator of a chat streamed by Groq, whose last chunk has the usage in a field of Groq's own, unasked. */
export class GroqChatAccumulator implements Accumulator {
  readonly #chat = new ChatAccumulator();
  #usage: TokenUsage | undefined;

  add(chunk: unknown): boolean {
    const own = isFields(chunk) ? chunk.x_groq : undefined;
    // The first chunk has the field too, with the id of the request and no usage.
    if (isFields(own)) this.#usage = readUsage(own.usage) ?? this.#usage;
    return this.#chat.add(chunk);
  }

  answer(): Answer {
    const answer = this.#chat.answer();
    return { ...answer, usage: answer.usage ?? this.#usage };
  }
}
