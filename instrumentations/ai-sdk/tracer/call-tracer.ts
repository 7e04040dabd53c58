import {
  context,
  ROOT_CONTEXT,
  trace,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
} from "@opentelemetry/api";
import {
  fieldsOf,
  generateUUID,
  isFields,
  noteRepeatedSpan,
  textOf,
  textsOf,
  withOwnedCall,
  type CapturedContent,
  type Fields,
} from "@svc/core/internal";
import { abortedEnding, failedEnding, pick } from "@svc/instrumentation";
import { recordedMessages } from "../content/recorded-content.ts";
import { modelAnswer, parsedJson, type ModelAnswer } from "../model/model-answer.ts";
import { PARAMETERS } from "../model/model-parameters.ts";
import { StreamedModelAnswer } from "../model/model-stream.ts";
import { noteOf } from "../operation/call-note.ts";
import { openOperations } from "../operation/open-operations.ts";
import { Operation } from "../operation/operation.ts";
import { recordSafely } from "../record-safely.ts";
import { CallSpan, writable } from "./call-span.ts";
import { holdsBytes, promptOf } from "./prompt-text.ts";

/** Function of the AI SDK that works inside a span. */
type Work = (span: Span) => unknown;

/** Way to do the work inside a span, and to record it. */
type Recorded = (span: CallSpan, work: Work) => unknown;

/** Tracer for one call of the AI SDK, up to version 6: makes observations of the spans that the AI SDK starts. */
export class CallTracer implements Tracer {
  readonly #id: string = generateUUID();
  readonly #capture: CapturedContent;
  /** Settings of the call that the observations of its model calls show. */
  readonly #parameters: Fields;
  /** Start of the call until it is recorded. Its options may lead to the result, whose loss ends the observations. */
  #start: Fields | undefined;
  /** Messages of a call with media as bytes, which the AI SDK does not write to its spans. */
  #messages: unknown;
  /** Tracer that gets the spans as well, because the application asked for them. */
  readonly #native: Tracer | undefined;
  #nativeContext: Context = ROOT_CONTEXT;
  #stopListening: (() => void) | undefined;

  constructor(options: Fields, telemetry: Fields, capture: CapturedContent) {
    this.#capture = capture;
    this.#parameters = pick(options, [...PARAMETERS, "providerOptions"]);
    this.#start = { ...options, functionId: telemetry.functionId, ...noteOf(options) };
    if (telemetry.isEnabled === true) this.#native = trace.getTracer("ai");
  }

  startSpan(name: string, options: SpanOptions = {}): Span {
    return this.#spanFor(name, options, context.active());
  }

  startActiveSpan<F extends (span: Span) => unknown>(
    name: string,
    ...rest: [F] | [SpanOptions, F] | [SpanOptions, Context, F]
  ): ReturnType<F> {
    const work = rest.at(-1) as F;
    const options = rest.length > 1 ? (rest[0] as SpanOptions) : {};
    const attributes = fieldsOf(options.attributes);
    const recorded = recordSafely(() => this.#recordedAs(name, attributes)) ?? passOn;
    return recorded(this.#spanFor(name, options, context.active()), work) as ReturnType<F>;
  }

  #recordedAs(name: string, attributes: Fields): Recorded | undefined {
    if (this.#start !== undefined) return this.#call(name, attributes, this.#start);
    const operation = openOperations().hear(this.#id);
    if (operation === undefined) return undefined;
    if (name === "ai.toolCall") return this.#tool(operation, attributes);
    if (/\.do(?:Generate|Stream)$/.test(name)) return this.#modelCall(operation, attributes);
    return name.endsWith(".doEmbed") ? this.#embedding(operation, attributes) : undefined;
  }

  #call(name: string, attributes: Fields, start: Fields): Recorded {
    this.#start = undefined;
    const messages = messagesOf(start);
    if (this.#capture.inputs && holdsBytes(messages)) this.#messages = recordedMessages({ ...start, messages });
    const isStreamed = name.startsWith("ai.stream");
    const operation = openOperations().add(
      this.#id,
      () =>
        new Operation(
          {
            ...start,
            messages: this.#messages ?? messages,
            ...(this.#messages !== undefined && { system: undefined }),
            operationId: name,
            modelId: attributes["ai.model.id"],
            provider: attributes["ai.model.provider"],
          },
          this.#capture,
        ),
    )!;
    if (isStreamed) this.#listenToAbort(start.abortSignal);
    return (span, work) => {
      if (isStreamed) {
        span.onEnd = () => {
          if (span.failure === undefined) this.#end((open) => open.end(streamedEnd(span.attributes)));
        };
      }
      return this.#do(context.with(operation.context, work, undefined, span), {
        onValue: (value) => {
          if (!isStreamed) this.#end((open) => open.end(fieldsOf(value)));
        },
        onError: (error) => this.#end((open) => open.stop(failedEnding(error))),
      });
    };
  }

  /** Records a model call, or another attempt at it. */
  #modelCall(operation: Operation, attributes: Fields): Recorded {
    const { "ai.model.id": modelId, "ai.model.provider": provider } = attributes;
    operation.startModelCall({ ...this.#parameters, modelId, provider }, promptOf(attributes) ?? this.#messages);
    const call = operation.modelCall!;
    const answer = new StreamedModelAnswer(provider);
    const end = ({ event, content }: ModelAnswer): void => {
      openOperations().hear(this.#id)?.endModelCall(event, content);
    };
    const onStreamEnd = (): void => {
      if (call.failure === undefined) end(answer.answer);
      else this.#end((open) => open.stop(failedEnding(call.failure)));
    };
    return (span, work) => {
      span.onEnd = () => recordSafely(() => operation.endStep());
      return call.attempt(async () => {
        const value = await (work(span) as PromiseLike<unknown>);
        recordSafely(() => {
          const { result } = fieldsOf(value);
          if (isFields(result)) call.listenTo(result, answer, onStreamEnd);
          else end(modelAnswer(fieldsOf(value), provider));
        });
        return value;
      });
    };
  }

  #tool(operation: Operation, attributes: Fields): Recorded {
    const { "ai.toolCall.id": toolCallId, "ai.toolCall.name": toolName, "ai.toolCall.args": args } = attributes;
    const toolCall = { toolCallId, toolName, input: parsedJson(args) };
    operation.startTool(toolCall);
    const step = operation.part(toolCallId)!;
    return (span, work) => {
      const end = (value: unknown): void => {
        openOperations().hear(this.#id)?.endTool(toolCall, toolOutcome(value, span));
      };
      return this.#do(
        step.run(() => work(span)),
        {
          onValue: (value) => (span.pending === undefined ? end(value) : void span.pending.then(() => end(value))),
          onError: (error) => end({ type: "tool-error", error: fieldsOf(error).cause ?? error }),
        },
      );
    };
  }

  #embedding(operation: Operation, attributes: Fields): Recorded {
    const embedCallId = generateUUID();
    const values = textsOf(attributes["ai.values"]).map(parsedJson);
    operation.startEmbedding({
      ...this.#parameters,
      embedCallId,
      modelId: attributes["ai.model.id"],
      provider: attributes["ai.model.provider"],
      values,
    });
    const inside = operation.part(embedCallId)?.context ?? operation.context;
    return (span, work) =>
      this.#do(context.with(withOwnedCall(inside), work, undefined, span), {
        onValue: (value) => operation.endEmbedding({ ...fieldsOf(value), embedCallId }),
        onError: (error) => operation.failEmbedding(embedCallId, error),
      });
  }

  /** Ends the operation, unless it has ended. */
  #end(finish: (operation: Operation) => void): void {
    this.#stopListening?.();
    const operation = openOperations().remove(this.#id);
    if (operation !== undefined) recordSafely(() => finish(operation));
  }

  /** Ends a stream when the application aborts it: the AI SDK reports it late, or not at all. */
  #listenToAbort(signal: unknown): void {
    if (!(signal instanceof AbortSignal) || signal.aborted) return;
    const onAbort = (): void => this.#end((open) => open.stop(abortedEnding(signal.reason)));
    signal.addEventListener("abort", onAbort, { once: true });
    this.#stopListening = () => signal.removeEventListener("abort", onAbort);
  }

  /** Lets the listeners hear of the outcome of work before the AI SDK does. */
  #do(
    result: unknown,
    { onValue, onError }: { onValue: (value: unknown) => void; onError: (error: unknown) => void },
  ): unknown {
    return (result as PromiseLike<unknown>).then(
      (value) => {
        recordSafely(() => onValue(value));
        return value;
      },
      (error: unknown) => {
        recordSafely(() => onError(error));
        throw error;
      },
    );
  }

  #spanFor(name: string, options: SpanOptions, ctx: Context): CallSpan {
    const native = recordSafely(() => this.#nativeSpan(name, options, ctx));
    const active = trace.getSpanContext(ctx);
    return new CallSpan(options.attributes ?? {}, native?.spanContext() ?? active ?? NO_SPAN, native);
  }

  /** Starts the span that the application asked for. It is not sent to the service, which gets the observation. */
  #nativeSpan(name: string, options: SpanOptions, ctx: Context): Span | undefined {
    if (this.#native === undefined) return undefined;
    const isFirst = this.#nativeContext === ROOT_CONTEXT;
    const attributes = writable(fieldsOf(options.attributes));
    const span = this.#native.startSpan(name, { ...options, attributes }, isFirst ? ctx : this.#nativeContext);
    noteRepeatedSpan(span);
    if (isFirst) this.#nativeContext = trace.setSpan(ctx, span);
    return span;
  }
}

const NO_SPAN = { traceId: "0".repeat(32), spanId: "0".repeat(16), traceFlags: 0 } as const;

/** Does work that is not recorded on its own. */
const passOn: Recorded = (span, work) => work(span);

/** Returns the messages of a call as a list, to which a prompt alone belongs as well. */
function messagesOf({ messages, prompt }: Fields): unknown {
  return messages ?? (typeof prompt === "string" ? [{ role: "user", content: prompt }] : prompt);
}

/** Returns the end of a streamed call, of which the AI SDK tells in the attributes of its span. */
function streamedEnd(attributes: Fields): Fields {
  return {
    text: textOf(attributes["ai.response.text"]),
    object: parsedJson(attributes["ai.response.object"]),
  };
}

function toolOutcome(value: unknown, { attributes, failure }: CallSpan): Fields {
  const { type, error, output } = fieldsOf(value);
  if (type === "tool-error") return { type, error };
  if (failure !== undefined) return { type: "tool-error", error: failure.error };
  if (type === "tool-result") return { type, output };
  return { output: parsedJson(attributes["ai.toolCall.result"]) };
}
