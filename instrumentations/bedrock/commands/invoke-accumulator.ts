import { fieldsOf, isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import type { Accumulator, Answer } from "@svc/instrumentation";
import { responseMetadata } from "../answer/response-metadata.ts";
import { metricsCounts, type Counts } from "../answer/token-counts.ts";
import { jsonBody } from "./body-text.ts";
import { ConverseAccumulator, jsonIn } from "./converse-accumulator.ts";
import { StreamedToolCalls } from "./streamed-tool-calls.ts";

type ReadBody = (body: Fields, counts: Counts, metadata: Fields) => Answer;

const METRICS = "amazon-bedrock-invocationMetrics";

/** Fields with a piece of text, in the dialects that stream nothing but text. */
const TEXTS = ["generation", "outputText", "completion", "text"] as const;

/** Fields with the reason of the stop, in all dialects. */
const REASONS = ["stop_reason", "stopReason", "completionReason", "finish_reason"] as const;

/** Fields of chunks that are kept as they are; the last value counts. */
const KEPT = [
  "prompt_token_count",
  "generation_token_count",
  "inputTextTokenCount",
  "totalOutputTextTokenCount",
  "usage",
  "amazon-bedrock-guardrailAction",
  "amazon-bedrock-trace",
] as const;

/** Accumulator of the streamed answer of a model that InvokeModelWithResponseStream calls: the body of the whole answer. */
export class InvokeAccumulator implements Accumulator {
  readonly #read: ReadBody;
  readonly #body: Record<string, unknown> = {};
  readonly #blocks = new Map<number, Record<string, unknown>>();
  /** Answer of Nova, whose chunks are events of Converse. */
  #converse: ConverseAccumulator | undefined;
  #converseBody: Fields | undefined;
  #text: string | undefined;
  readonly #toolCalls = new StreamedToolCalls();
  #reason: string | undefined;
  #counts: Counts = {};
  #metadata: Fields = {};

  /** Takes the function that reads a whole body. */
  constructor(read: ReadBody) {
    this.#read = read;
  }

  add(event: unknown): boolean {
    // The first one is the answer around the stream.
    if (isFields(event) && "$metadata" in event) this.#metadata = responseMetadata(event.$metadata);
    const chunk = jsonBody(fieldsOf(fieldsOf(event).chunk).bytes);
    if (chunk === undefined) return false;
    if (chunk[METRICS] !== undefined) this.#counts = metricsCounts(chunk[METRICS]);
    for (const name of KEPT) if (chunk[name] !== undefined && chunk[name] !== null) this.#keep(name, chunk[name]);
    return this.#addChunk(chunk);
  }

  answer(): Answer {
    this.#converse?.answer();
    return this.#read({ ...this.#body, ...this.#output() }, this.#counts, this.#metadata);
  }

  #output(): Fields {
    if (this.#converseBody) return this.#converseBody;
    if (this.#blocks.size > 0 || "role" in this.#body) {
      const blocks = [...this.#blocks].toSorted(([a], [b]) => a - b).map(([, block]) => finished(block));
      return { content: blocks, stop_reason: this.#reason };
    }
    const { all: toolCalls } = this.#toolCalls;
    if (this.#text === undefined && toolCalls === undefined) return {};
    return { text: this.#text ?? "", tool_calls: toolCalls, finish_reason: this.#reason };
  }

  #addChunk(chunk: Fields): boolean {
    if (typeof chunk.type === "string" && this.#addAnthropic(chunk.type, chunk))
      return chunk.type === "content_block_delta";
    if ("contentBlockDelta" in chunk || "messageStart" in chunk || "messageStop" in chunk || "metadata" in chunk) {
      this.#converse ??= new ConverseAccumulator((body) => {
        this.#converseBody = body;
        return {};
      });
      return this.#converse.add(chunk);
    }
    return this.#addText(chunk);
  }

  /** Adds an event of Anthropic. Returns false when it is none. */
  #addAnthropic(type: string, event: Fields): boolean {
    const index = typeof event.index === "number" ? event.index : 0;
    if (type === "message_start") {
      const { id, model, role, usage } = fieldsOf(event.message);
      Object.assign(this.#body, { id, model, role: role ?? "assistant" });
      this.#keep("usage", usage);
    } else if (type === "content_block_start") {
      this.#blocks.set(index, { ...fieldsOf(event.content_block) });
    } else if (type === "content_block_delta") {
      addDelta(this.#blocks.get(index) ?? {}, fieldsOf(event.delta));
    } else if (type === "message_delta") {
      this.#reason = textOf(fieldsOf(event.delta).stop_reason) ?? this.#reason;
    } else {
      return type.startsWith("content_block") || type.startsWith("message") || type === "ping";
    }
    return true;
  }

  /** Adds the text of a chunk in one of the dialects that stream text. */
  #addText(chunk: Fields): boolean {
    // Cohere repeats the whole text in its last event.
    if (chunk.event_type === "stream-end") {
      this.#reason = textOf(chunk.finish_reason) ?? this.#reason;
      return false;
    }
    let hasContent = this.#toolCalls.add(chunk.tool_calls);
    for (const item of [chunk, ...listOf(chunk.outputs), ...listOf(chunk.choices), ...listOf(chunk.generations)]) {
      const fields = fieldsOf(item);
      const message = fieldsOf(fields.delta ?? fields.message);
      const text = [...TEXTS.map((name) => fields[name]), message.content].find((found) => typeof found === "string");
      if (typeof text === "string") this.#text = (this.#text ?? "") + text;
      hasContent = this.#toolCalls.add(message.tool_calls) || Boolean(text) || hasContent;
      for (const name of REASONS) this.#reason = textOf(fields[name]) ?? this.#reason;
    }
    return hasContent;
  }

  /** Keeps a value. The usage comes in parts: that of Anthropic's last event has the output only, in some versions. */
  #keep(name: string, value: unknown): void {
    this.#body[name] = name === "usage" ? { ...fieldsOf(this.#body.usage), ...fieldsOf(value) } : value;
  }
}

/** Texts that the deltas of Anthropic bring, by the field of the block that they belong to. */
const DELTAS: Readonly<Record<string, string>> = {
  text: "text",
  thinking: "thinking",
  signature: "signature",
  partial_json: "input",
};

function addDelta(block: Record<string, unknown>, delta: Fields): void {
  for (const name in DELTAS) {
    const piece = delta[name];
    if (typeof piece === "string") extend(block, DELTAS[name]!, piece);
  }
  if (delta.citation !== undefined) block.citations = [...listOf(block.citations), delta.citation];
}

function extend(block: Record<string, unknown>, field: string, piece: string): void {
  const text = block[field];
  block[field] = typeof text === "string" ? text + piece : piece;
}

/** Returns a block with its input as a value. */
function finished(block: Record<string, unknown>): Fields {
  return typeof block.input === "string" ? { ...block, input: jsonIn(block.input) } : block;
}
