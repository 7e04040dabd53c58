import { SpanKind, type Context } from "@opentelemetry/api";
import { capturedContent, reportedCallIn, textOf, type Fields, type RecordedCall } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { RecordedSpan } from "@svc/tracing/internal";
import { definedFields } from "../data/fields.ts";
import { dataIn } from "../data/plain-data.ts";
import { logFault } from "../log-fault.ts";
import { CallRequest, type Sender } from "../request/call-request.ts";
import {
  spanNameOf,
  spanStart,
  writeAnswer,
  writeEnding,
  writeOperationAttributes,
  writeRequest,
} from "./call-attributes.ts";
import { rememberKeyOf } from "./client-facts.ts";
import { requestsStreamUsage, writeConfigured, type SvcConfig } from "./call-config.ts";
import { failureOf } from "./failure.ts";
import { BACKGROUND, COMPLETE, endingOf, failed, rejectedByParser, UNFINISHED, UNREAD, type Ending } from "./ending.ts";
import { addOpenCall, removeOpenCall, type OpenCall } from "./open-calls.ts";
import type { Accumulator, Answer, BackgroundAnswer, Operation } from "./operation.ts";

/** Content of a call of which the application's own settings allow none. */
const NOTHING = { inputs: false, outputs: false };

/**
 * Model call and its observation, from the request to the end of the call, which comes exactly once. No method throws: an error
 * in recording is logged and does not reach the application.
 */
export class ObservedCall implements Sender, OpenCall {
  readonly operation: Operation;
  /** Context of the caller, with the observation's span active. */
  readonly context: Context;
  /** Signal that aborts a streamed answer, where the stream itself does not hold it. */
  signal: AbortSignal | undefined;
  /** True when the application has asked for the answer, not only for the HTTP response. */
  isAnswerWanted = false;
  /** True when a stream reads the answer, and so will end the call. */
  isStreaming = false;
  /** Reader of a streamed answer, which has the part that was read. */
  reader: { endUnread(): void } | undefined;
  /** True when the answer comes from the application's own transport, and not from JSON that the SDK has parsed. */
  isForeign: boolean;
  /** Hides the usage in a chunk; set when the stream brings a usage that the application did not ask for. */
  hideUsage: ((chunk: unknown) => boolean) | undefined;
  /** Called at the end of the call, with the answer as far as it came. */
  onEnd: ((ending: Ending, answer: Answer | undefined) => void) | undefined;
  #hasEnded = false;
  /** Ending of the call when its answer has been read. */
  #ending: Ending = COMPLETE;
  #isAnswered = false;
  /** Answer in the background that the call waits for, as soon as its own answer has been read. */
  #background: BackgroundAnswer | undefined;
  #isWaiting = false;
  #endTime: number | undefined;
  #completionStart: Date | undefined;
  /** Request of the call; undefined after the end of the call. */
  #request: CallRequest | undefined;
  /** Latest answer, for the listener of the end alone. */
  #answer: Answer | undefined;
  readonly #span: RecordedSpan;

  /** Starts the observation of a call. `passed` is the body of the request, `parent` the context of the caller, and `startTime` the start of a call in the past. */
  constructor(
    operation: Operation,
    client: unknown,
    passed: unknown,
    parent: Context,
    config?: SvcConfig,
    startTime?: number,
  ) {
    const request = new CallRequest(operation, client, passed);
    const { name, attributes } = spanStart(operation, request.subject, operation.library.endpointOf(client));
    const ownName = textOf(config?.generationName);
    const start = { kind: SpanKind.CLIENT, attributes };
    const options = startTime === undefined ? start : { ...start, startTime };
    const reported = reportedCallIn(parent);
    if (reported !== undefined) reported.isRecorded = true;
    const content = reported?.isContentWithheld === true ? NOTHING : capturedContent();
    const span = new RecordedSpan(ownName ?? name, options, parent, content);
    this.operation = operation;
    this.isForeign = operation.library.hasOwnTransport?.(client) === true;
    this.#request = request;
    request.hasOwnName = ownName !== undefined;
    this.#span = span;
    const isSeenSent = operation.fieldsOfPassed === undefined;
    const sender: RecordedCall | undefined = this.isRecording && isSeenSent ? this : undefined;
    this.context = span.insideCall(parent, sender);
    if (!this.isRecording) return;
    rememberKeyOf(client);
    this.#configure(config);
    addOpenCall(this);
  }

  /** Sets the options that the application passed beside the body of the request. */
  set requestOptions(options: unknown) {
    if (this.#request) this.#request.options = options;
  }

  /** Records the request that is sent; of several attempts the last one counts. */
  sends(client: unknown, url: unknown, init: unknown): void {
    try {
      const fields = this.#request?.fieldsSent(client, url, init);
      if (fields) this.#describe(fields);
    } catch (error) {
      this.#logFault("the request of a call", error);
    }
  }

  /** Records the body that the application passed, unless a request was seen. The call failed before it, or was sent in another way. */
  describePassed(): void {
    try {
      const fields = this.isRecording ? this.#request?.fieldsPassed() : undefined;
      if (fields) this.#describe(fields);
    } catch (error) {
      this.#logFault("the request of a call", error);
    }
  }

  /**
   * Forgets the request of a call whose answer has begun: the request refers to the client, which may refer to the answer, and the
   * answer would not be collected when the application drops it.
   */
  forgetRequest(): void {
    this.describePassed();
    this.#request = undefined;
  }

  /** Returns the arguments to make the call with: the application's own, or a copy that also requests the usage. */
  argsToSend(args: readonly unknown[]): readonly unknown[] {
    try {
      const { streamUsage } = this.operation;
      if (streamUsage === undefined || !requestsStreamUsage() || !this.isRecording) return args;
      const toSend = streamUsage.requestIn(args);
      if (toSend === undefined) return args;
      this.hideUsage = streamUsage.hideIn;
      return toSend;
    } catch (error) {
      this.#logFault("the usage of a stream", error);
      return args;
    }
  }

  /** Name of the package whose call is recorded. */
  get packageName(): string {
    return this.operation.library.name;
  }

  /** True when the span of the observation is recorded. */
  get isRecording(): boolean {
    return this.#span.isRecording();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Notes the time of the response headers. A call whose answer nobody reads ends at this time, however late that is found out.
   */
  noteHeaders(): void {
    this.#endTime = this.#span.clock.now();
  }

  /** Records the time to the first chunk of a stream. */
  noteFirstChunk(): void {
    try {
      this.#span.setAttribute(GenAi.RESPONSE_TIME_TO_FIRST_CHUNK, this.#span.clock.elapsedMs() / 1000);
    } catch (error) {
      this.#logFault("the first chunk of a stream", error);
    }
  }

  /** Notes the time of the first chunk that brought content. */
  noteFirstContent(): void {
    this.#completionStart ??= new Date(this.#span.clock.now());
  }

  /**
   * Returns an answer or a chunk as the operation may read it: of one that the package has not made of JSON itself, the plain data.
   */
  readable(data: unknown): unknown {
    return this.isForeign && !this.operation.readsItself ? dataIn(data) : data;
  }

  /** Records a whole answer. An answer that reports a failure ends the call; else the call ends when its reader is done. */
  recordAnswer(data: unknown): void {
    if (this.#hasEnded || this.#isAnswered) return;
    this.#isAnswered = true;
    try {
      const answer = this.operation.answer(this.readable(data));
      this.#record(answer);
      this.#ending = endingOf(answer, COMPLETE);
      this.#background = answer.background;
      if (answer.failure) this.#end(this.#ending);
    } catch (error) {
      this.#logFault("an answer", error);
    }
  }

  /** Ends the call after the answer went through all readers of the application. A stream ends its call itself. */
  endRead(): void {
    if (!this.isStreaming) this.#endOrWait(this.#ending);
  }

  /** Ends a call that was rejected, or whose answer made a reader throw. */
  endFailed(error: unknown): void {
    if (this.#hasEnded) return;
    try {
      const failure = (this.operation.library.failureOf ?? failureOf)(error);
      if (failure.metadata && this.isRecording) this.#span.writeMetadata(definedFields(failure.metadata));
      this.#endOrWait(this.#isAnswered ? rejectedByParser(failure) : failed(failure));
    } catch (problem) {
      this.#logFault("an error", problem);
    }
  }

  /** Records a streamed answer and ends the call. The stream came to its end, was left or was aborted. */
  endStream(accumulator: Accumulator, ending: Ending): void {
    if (this.#hasEnded) return;
    let actual = ending;
    try {
      const answer = accumulator.answer();
      actual = endingOf(answer, ending);
      this.#background = answer.background;
      this.#record(answer);
    } catch (error) {
      this.#logFault("a streamed answer", error);
    }
    this.#endOrWait(actual);
  }

  /** Ends the call of a stream that broke; the answer that had come by then is recorded. */
  endBrokenStream(accumulator: Accumulator, error: unknown): void {
    if (this.#hasEnded) return;
    try {
      const answer = accumulator.answer();
      this.#background = answer.background;
      this.#record(answer);
    } catch (problem) {
      this.#logFault("a broken stream", problem);
    }
    this.endFailed(error);
  }

  /** Ends the call; `at` sets an end in the past, in milliseconds since 1970. */
  end(ending: Ending, at?: number): void {
    if (this.#hasEnded) return;
    try {
      this.#end(ending, at);
    } catch (error) {
      this.#logFault("the end of a call", error);
    }
  }

  /** Ends a call whose answer nobody will read any more, at the time its response came. */
  endUnread(ending: Ending): void {
    this.end(ending, this.#endTime);
  }

  /** Records the rest of an answer in the background and ends the call, at the time that the server reports. */
  endFetched(answer: Answer): void {
    if (this.#hasEnded) return;
    let ending = this.#ending;
    try {
      this.#record(answer);
      ending = endingOf(answer, COMPLETE);
    } catch (error) {
      this.#logFault("an answer in the background", error);
    }
    const endedAt = answer.background?.endedAt ?? Infinity;
    this.end(ending, Math.max(Math.min(endedAt, Date.now()), this.#endTime ?? 0));
  }

  /** Ends a call that waits for an answer in the background, as of the time when this process last heard of it. */
  endUnfetched(): void {
    this.end(this.#ending, this.#endTime);
  }

  /** Ends the call at the end of the process, with the part of the answer that was read. */
  endAtExit(): void {
    if (this.#isWaiting) this.endUnfetched();
    else if (this.reader) this.reader.endUnread();
    else if (this.#endTime === undefined) this.end(UNFINISHED);
    else this.endUnread(UNREAD);
  }

  #endOrWait(ending: Ending): void {
    const wait = this.#background?.wait;
    if (wait === undefined) {
      this.end(ending);
      return;
    }
    if (this.#hasEnded || this.#isWaiting) return;
    this.#isWaiting = true;
    this.#ending = ending === COMPLETE ? BACKGROUND : ending;
    this.#endTime = this.#span.clock.now();
    this.forgetRequest();
    wait(this);
  }

  #configure(config: SvcConfig | undefined): void {
    try {
      writeOperationAttributes(this.#span, this.operation);
      if (config) writeConfigured(this.#span, config);
    } catch (error) {
      this.#logFault("the request of a call", error);
    }
  }

  #describe(fields: Fields): void {
    if (!this.isRecording) return;
    const model = textOf(fields.model);
    if (model !== this.#request?.subject) this.#rename(model);
    writeRequest(this.#span, this.operation, fields);
  }

  /** Sets the model and the span's name again, because the model sent differs from the one known at the start of the call. */
  #rename(model: string | undefined): void {
    if (model === undefined || this.#request === undefined) return;
    this.#request.subject = model;
    this.#span.setAttribute(GenAi.REQUEST_MODEL, model);
    if (!this.#request.hasOwnName) this.#span.rename(spanNameOf(this.operation, model));
  }

  #record(answer: Answer): void {
    if (this.onEnd) this.#answer = answer;
    if (this.isRecording) writeAnswer(this.#span, this.operation, answer, this.#completionStart);
  }

  #logFault(part: string, error: unknown): void {
    logFault(this.operation.library, part, error);
  }

  #end(ending: Ending, at?: number): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    removeOpenCall(this);
    this.forgetRequest();
    try {
      if (ending !== COMPLETE && this.isRecording) writeEnding(this.#span, ending);
    } finally {
      // An end after a first token uses the clock that gave the token's time.
      this.#span.end(at ?? (this.#completionStart && this.#span.clock.now()));
      this.onEnd?.(ending, this.#answer);
    }
  }
}
