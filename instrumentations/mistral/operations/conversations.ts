import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import {
  aloneOrWith,
  inBandFailure,
  speakeasySignal,
  wireForm,
  type Accumulator,
  type Answer,
  type Failure,
  type Operation,
} from "@svc/instrumentation";
import { MISTRAL } from "../library.ts";
import { Content } from "../message.ts";
import { usageMetadata, usageOf } from "../token-usage.ts";

/** `beta.conversations`: `start`, `append` and `restart`, whole or streamed. */
export const conversation: Operation = {
  library: MISTRAL,
  name: "chat",
  type: "generation",
  path: "",
  fieldsOf: ({ completion_args: parameters, ...body }) => ({ ...(isFields(parameters) && parameters), ...body }),
  parameters: new Set([
    "agent_id",
    "agent_version",
    "frequency_penalty",
    "handoff_execution",
    "max_tokens",
    "prediction",
    "presence_penalty",
    "random_seed",
    "reasoning_effort",
    "response_format",
    "stop",
    "store",
    "stream",
    "temperature",
    "tool_choice",
    "top_p",
  ]),
  input: (body) => aloneOrWith(body, "inputs", ["instructions", "tools"]),
  answer: (data) => {
    if (!isFields(data)) return {};
    const outputs = listOf(data.outputs).filter((entry) => isFields(entry));
    return answerOf(outputs, textOf(data.conversationId), data.usage);
  },
  accumulator: () => new ConversationAccumulator(),
  signalIn: speakeasySignal,
};

function answerOf(outputs: readonly Fields[], conversationId: string | undefined, usage: unknown): Answer {
  return {
    output: wireForm(outputs),
    model: outputs.map(({ model }) => textOf(model)).find((model) => model !== undefined),
    usage: usageOf(usage),
    conversationId,
    isFinished: usage !== undefined,
    metadata: usageMetadata(usage),
  };
}

interface Entry {
  readonly fields: Record<string, unknown>;
  readonly content: Content | undefined;
}

const MESSAGE = "message.output";

/** Accumulator of the entries of a streamed conversation, in their order. */
class ConversationAccumulator implements Accumulator {
  readonly #entries = new Map<unknown, Entry>();
  #conversationId: string | undefined;
  #usage: unknown;
  #failure: Failure | undefined;

  add(event: unknown): boolean {
    const data = isFields(event) ? event.data : undefined;
    if (!isFields(data)) return false;
    const [, kind = "", state = ""] = /^(.+)\.(\w+)$/.exec(textOf(data.type) ?? "") ?? [];
    if (kind !== "conversation.response") return this.#addTo(kind, data);
    this.#conversationId = textOf(data.conversationId) ?? this.#conversationId;
    this.#usage = data.usage ?? this.#usage;
    if (state === "error") this.#failure = inBandFailure({ message: data.message, type: String(data.code) });
    return false;
  }

  answer(): Answer {
    const outputs = [...this.#entries.values()].map(({ fields, content }) => {
      if (content) fields.content = content.value();
      return fields;
    });
    return { ...answerOf(outputs, this.#conversationId, this.#usage), failure: this.#failure };
  }

  #addTo(kind: string, { createdAt: _time, contentIndex: _place, outputIndex: _order, ...piece }: Fields): boolean {
    const known = this.#entries.get(piece.id);
    if (known === undefined) {
      const content = kind === MESSAGE ? new Content() : undefined;
      content?.add(piece.content);
      this.#entries.set(piece.id, { fields: { ...piece, type: kind }, content });
      return true;
    }
    if (known.content) return known.content.add(piece.content);
    const { fields } = known;
    const before = fields.arguments;
    Object.assign(fields, piece, { type: kind });
    if (typeof before === "string") fields.arguments = before + (textOf(piece.arguments) ?? "");
    return true;
  }
}
