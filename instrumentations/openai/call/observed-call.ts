import { SpanStatusCode, trace, type Context } from "@opentelemetry/api";
import { handOverMedia, logger, noteUnrecorded, SpanClock, textOf, usageDetails, type Fields } from "@svc/core";
import { getSvcTracer, observationOf, type SvcGeneration, type SvcGenerationAttributes } from "@svc/tracing";
import { givenFields } from "../fields.ts";
import { CallRequest } from "../request/call-request.ts";
import { contentText } from "../request/content-text.ts";
import { contentOf } from "../request/media-fields.ts";
import { modelParameters } from "../request/model-parameters.ts";
import { dataIn } from "../request/plain-data.ts";
import { withSender, type Sender } from "../request/request-watch.ts";
import { askingForUsage } from "../stream/stream-usage.ts";
import { failureOf } from "./api-error.ts";
import { captureOptions, type CaptureOptions } from "./capture-options.ts";
import { ABORTED, CANCELLED, COMPLETE, failed, incomplete, rejectedByParser, type Ending } from "./ending.ts";
import {
  ERROR_TYPE,
  REQUEST_MODEL,
  TIME_TO_FIRST_CHUNK,
  writeAnswerAttributes,
  writeOperationAttributes,
  writeRequestAttributes,
} from "./gen-ai-attributes.ts";
import type { Accumulator, Answer, Failure, Operation } from "./operation.ts";
import { endpointOf } from "./provider.ts";
import { nameOf, spanStart } from "./span-start.ts";
import { configuredAttributes, type SvcConfig } from "./svc-config.ts";

/**
 * One model call and its observation, from the request to its end, which comes exactly once.
 * No method throws: what goes wrong here is logged and must not reach the application.
 */
export class ObservedCall implements Sender {
  readonly operation: Operation;
  /** The caller's context with the observation's span active. */
  readonly context: Context;
  /** Whether the application has asked for the answer, not only for the HTTP response. */
  isAnswerWanted = false;
  /** Whether a stream reads the answer, and so will end the call. */
  isStreaming = false;
  /** Whether the answer comes from the application's own transport, and not from JSON that the SDK has parsed. */
  isForeign = false;
  /** Whether the stream brings a usage that we asked for and the application did not. */
  hidesUsage = false;
  #hasEnded = false;
  /** How the call ends when its answer has been read. */
  #ending: Ending = COMPLETE;
  #isAnswered = false;
  #endTime: number | undefined;
  #completionStart: Date | undefined;
  /** Until the call ends. */
  #request: CallRequest | undefined;
  readonly #observation: SvcGeneration;
  readonly #clock: SpanClock;
  readonly #options: CaptureOptions;

  /** Starts the observation of a call with this body, made by this client, in the context and as it is configured. */
  constructor(operation: Operation, client: unknown, given: unknown, parent: Context, config?: SvcConfig) {
    const request = new CallRequest(operation, client, given);
    const { model } = request;
    const { name, attributes } = spanStart({ operation, model, endpoint: endpointOf(client) });
    const ownName = textOf(config?.generationName);
    const span = getSvcTracer().startSpan(ownName ?? name, { attributes: { ...attributes } }, parent);
    this.operation = operation;
    this.#options = captureOptions();
    this.#request = request;
    request.hasOwnName = ownName !== undefined;
    this.#clock = new SpanClock(span);
    this.#observation = observationOf(span, operation.type as "generation");
    const inside = trace.setSpan(parent, span);
    this.context = this.isRecording ? withSender(inside, this) : inside;
    if (this.isRecording) this.#configure(config);
    else noteUnrecorded(span);
  }

  /** Describes the call by what is sent; of several attempts the last one counts. */
  sends(client: unknown, url: unknown, init: unknown): void {
    try {
      const fields = this.#request?.sent(client, url, init);
      if (fields) this.#describe(fields);
    } catch (error) {
      sayCouldNot("describe a call", error);
    }
  }

  /** The arguments to make the call with: the application's own, unless more is to be asked for. */
  argsToSend(args: readonly unknown[]): readonly unknown[] {
    try {
      const toSend = this.isRecording ? askingForUsage(this.operation, args, this.#options) : undefined;
      if (toSend === undefined) return args;
      this.hidesUsage = true;
      return toSend;
    } catch (error) {
      sayCouldNot("ask for the usage", error);
      return args;
    }
  }

  /** Whether anything said about this call will be kept. */
  get isRecording(): boolean {
    return this.#observation.otelSpan.isRecording();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Notes the time for a call that may never be read: it then ends here, however late that is found out. */
  noteHeaders(): void {
    this.#endTime = this.#clock.now();
  }

  /** Notes the first chunk of a stream. */
  noteFirstChunk(): void {
    try {
      this.#observation.otelSpan.setAttribute(TIME_TO_FIRST_CHUNK, this.#clock.elapsedMs() / 1000);
    } catch (error) {
      sayCouldNot("describe a stream", error);
    }
  }

  /** Notes the first chunk that brought something of the answer. */
  noteFirstContent(): void {
    this.#completionStart ??= new Date(this.#clock.now());
  }

  /** Records a whole answer; the call ends when whoever reads it is done. */
  answered(data: unknown): void {
    if (this.#hasEnded || this.#isAnswered) return;
    this.#isAnswered = true;
    try {
      const answer = this.operation.answer(this.operation.readsItself ? data : dataIn(data));
      this.#record(answer);
      this.#ending = this.#endingOf(answer, COMPLETE);
      if (answer.failure) this.#end(this.#ending);
    } catch (error) {
      sayCouldNot("record an answer", error);
    }
  }

  /** The answer went through the application's whole chain of readers. */
  settled(): void {
    if (!this.isStreaming) this.end(this.#ending);
  }

  /** The call was rejected, or a reader after it threw. */
  rejected(error: unknown): void {
    if (this.#hasEnded) return;
    try {
      const failure = failureOf(error);
      const { content } = this.#options;
      this.#end(this.#isAnswered ? rejectedByParser(named(failure), content) : failed(failure, content));
    } catch (problem) {
      sayCouldNot("record an error", problem);
    }
  }

  /** The stream came to its end, was left or was aborted. */
  streamEnded(accumulator: Accumulator, ending: Ending): void {
    if (this.#hasEnded) return;
    let actual = ending;
    try {
      const answer = accumulator.answer();
      actual = this.#endingOf(answer, ending);
      this.#record(answer);
    } catch (error) {
      sayCouldNot("record a streamed answer", error);
    }
    this.end(actual);
  }

  /** The stream broke; what had come by then is kept. */
  streamFailed(accumulator: Accumulator, error: unknown): void {
    if (this.#hasEnded) return;
    try {
      this.#record(accumulator.answer());
    } catch (problem) {
      sayCouldNot("record a broken stream", problem);
    }
    this.rejected(error);
  }

  /** Ends the call; `at` gives an end in the past (milliseconds since 1970). */
  end(ending: Ending, at?: number): void {
    if (this.#hasEnded) return;
    try {
      this.#end(ending, at);
    } catch (error) {
      sayCouldNot("end an observation", error);
    }
  }

  /** Ends a call that nobody will read any more, as of the time its response came. */
  endUnread(ending: Ending): void {
    this.end(ending, this.#endTime);
  }

  #configure(config: SvcConfig | undefined): void {
    try {
      writeOperationAttributes(this.#observation.otelSpan, this.operation);
      if (config) this.#observation.update(configuredAttributes(config));
    } catch (error) {
      sayCouldNot("describe a call", error);
    }
  }

  #describe(request: Fields): void {
    const { operation } = this;
    const { content } = this.#options;
    const model = textOf(request.model);
    if (model !== this.#request?.model) this.#rename(model);
    writeRequestAttributes(this.#observation.otelSpan, request, content);
    const attributes: SvcGenerationAttributes = {
      modelParameters: modelParameters(request, operation.parameters, content),
    };
    addModel(attributes, model);
    if (content) attributes.input = this.#textOf(operation.input(request), "input");
    this.#observation.update(attributes);
  }

  /** The model that is sent is another one than could be read at the start of the call. */
  #rename(model: string | undefined): void {
    if (model === undefined || this.#request === undefined) return;
    this.#request.model = model;
    const { otelSpan } = this.#observation;
    otelSpan.setAttribute(REQUEST_MODEL, model);
    if (!this.#request.hasOwnName) otelSpan.updateName(nameOf(this.operation, model));
  }

  /** No request was seen: the call failed before, or was made in a way of its own. */
  #describeUnsent(): void {
    try {
      const fields = this.isRecording ? this.#request?.unsent() : undefined;
      if (fields) this.#describe(fields);
    } catch (error) {
      sayCouldNot("describe a call", error);
    }
    this.#request = undefined;
  }

  #record(answer: Answer): void {
    writeAnswerAttributes(this.#observation.otelSpan, answer);
    const attributes: SvcGenerationAttributes = {};
    if (answer.metadata) attributes.metadata = givenFields(answer.metadata);
    addModel(attributes, answer.model);
    if (answer.usage) attributes.usageDetails = usageDetails(answer.usage);
    if (this.#completionStart) attributes.completionStartTime = this.#completionStart;
    if (this.#options.content) attributes.output = this.#textOf(answer.output, "output");
    this.#observation.update(attributes);
  }

  #textOf(value: unknown, field: "input" | "output"): string | undefined {
    const span = this.#observation.otelSpan;
    return contentText(value, (found) => handOverMedia(span, contentOf(found), { field, source: found.source }));
  }

  /** What the answer says of its end goes before how the reading of it ended. */
  #endingOf(answer: Answer, ending: Ending): Ending {
    if (answer.failure) return failed(answer.failure, this.#options.content);
    if (answer.incompleteReason !== undefined) return incomplete(answer.incompleteReason);
    // A stream ends without an error when it is aborted or left, and that may come after all was said.
    const isFinished = answer.isFinished === true || Boolean(answer.finishReasons?.length);
    return isFinished && (ending === ABORTED || ending === CANCELLED) ? COMPLETE : ending;
  }

  #end(ending: Ending, at?: number): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#describeUnsent();
    try {
      if (ending === COMPLETE) return;
      const { outcome, level, statusMessage, errorType } = ending;
      const { otelSpan } = this.#observation;
      this.#observation.update({
        ...(level && { level }),
        ...(statusMessage !== undefined && { statusMessage }),
        ...(outcome && { metadata: { outcome } }),
      });
      if (errorType !== undefined) {
        otelSpan.setAttribute(ERROR_TYPE, errorType);
        otelSpan.setStatus({ code: SpanStatusCode.ERROR, ...(statusMessage && { message: statusMessage }) });
      }
    } finally {
      // An end after a first token is told by the clock that told the token's time.
      this.#observation.end(at ?? (this.#completionStart && this.#clock.now()));
    }
  }
}

function sayCouldNot(what: string, error: unknown): void {
  logger.errorOnce(`Could not ${what} of the openai package; the call itself is not affected`, error);
}

/** A parser's message alone does not say which parser it was. */
function named({ type, message }: Failure): Failure {
  return { type, message: `${type}: ${message}` };
}

function addModel(attributes: SvcGenerationAttributes, model: string | undefined): void {
  if (model !== undefined) attributes.model = model;
}
