import { context, SpanStatusCode, trace, type Context } from "@opentelemetry/api";
import { logger, SvcOtelSpanAttributes } from "@svc/core";
import { getSvcTracer, observationOf, type SvcGeneration, type SvcGenerationAttributes } from "@svc/tracing";
import { failureOf } from "./api-error.ts";
import { ABORTED, COMPLETE, failed, rejectedByParser, type Ending } from "./ending.ts";
import { isFields, textOf, type Fields } from "./fields.ts";
import {
  answerAttributes,
  creationAttributes,
  ERROR_TYPE,
  requestAttributes,
  TIME_TO_FIRST_CHUNK,
} from "./gen-ai-attributes.ts";
import { modelParameters } from "./model-parameters.ts";
import type { Accumulator, Answer, Operation } from "./operation.ts";
import { endpointOf } from "./provider.ts";
import { usageDetails } from "./token-usage.ts";

/**
 * One model call and its observation, from the request to its end, which comes exactly once.
 * No method throws: what goes wrong here is logged and must not reach the application.
 */
export class ObservedCall {
  readonly operation: Operation;
  /** The caller's context with the observation's span active. */
  readonly context: Context;
  /** Whether the application has asked for the answer, not only for the HTTP response. */
  isAnswerWanted = false;
  /** Whether a stream reads the answer, and so will end the call. */
  isStreaming = false;
  #hasEnded = false;
  #isAnswered = false;
  #endTime: number | undefined;
  #completionStart: Date | undefined;
  readonly #observation: SvcGeneration;
  readonly #startTime: number;

  /** Starts the observation of a call with this request body, made by this client. */
  constructor(operation: Operation, client: unknown, body: Fields) {
    const parent = context.active();
    const model = textOf(body.model);
    const attributes = creationAttributes({ operation, model, endpoint: endpointOf(client) });
    attributes[SvcOtelSpanAttributes.OBSERVATION_TYPE] = operation.type;
    const name = model === undefined ? operation.name : `${operation.name} ${model}`;
    const span = getSvcTracer().startSpan(name, { attributes }, parent);
    this.operation = operation;
    this.context = trace.setSpan(parent, span);
    this.#startTime = performance.now();
    this.#observation = observationOf(span, operation.type as "generation");
    if (this.isRecording) this.#describe(body);
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
    this.#endTime = Date.now();
  }

  /** Notes the first chunk of a stream. */
  noteFirstChunk(): void {
    const seconds = (performance.now() - this.#startTime) / 1000;
    this.#guard("describe a stream", () => this.#observation.otelSpan.setAttribute(TIME_TO_FIRST_CHUNK, seconds));
  }

  /** Notes the first chunk that brought something of the answer. */
  noteFirstContent(): void {
    this.#completionStart ??= new Date();
  }

  /** Records a whole answer; the call ends when whoever reads it is done. */
  answered(data: unknown): void {
    if (this.#hasEnded || this.#isAnswered) return;
    this.#isAnswered = true;
    this.#guard("record an answer", () => {
      const answer = this.operation.answer(data);
      this.#record(answer);
      if (answer.failure) this.#end(failed(answer.failure));
    });
  }

  /** The answer went through the application's whole chain of readers. */
  settled(): void {
    if (!this.isStreaming) this.end(COMPLETE);
  }

  /** The call was rejected, or a reader after it threw. */
  rejected(error: unknown): void {
    if (this.#hasEnded) return;
    this.#guard("record an error", () => {
      const failure = failureOf(error);
      this.#end(this.#isAnswered ? rejectedByParser(failure) : failed(failure));
    });
  }

  /** The stream came to its end, was left or was aborted. */
  streamEnded(accumulator: Accumulator, ending: Ending): void {
    if (this.#hasEnded) return;
    let actual = ending;
    this.#guard("record a streamed answer", () => {
      const answer = accumulator.answer();
      // A stream ends without an error when it is aborted, and the abort may come after all was said.
      if (ending === ABORTED && answer.finishReasons?.length) actual = COMPLETE;
      if (answer.failure) actual = failed(answer.failure);
      this.#record(answer);
    });
    this.end(actual);
  }

  /** The stream broke; what had come by then is kept. */
  streamFailed(accumulator: Accumulator, error: unknown): void {
    if (this.#hasEnded) return;
    this.#guard("record a broken stream", () => this.#record(accumulator.answer()));
    this.#guard("record an error", () => this.#end(failed(failureOf(error))));
  }

  /** Ends the call; `at` gives an end in the past (milliseconds since 1970). */
  end(ending: Ending, at?: number): void {
    if (!this.#hasEnded) this.#guard("end an observation", () => this.#end(ending, at));
  }

  /** Ends a call that nobody will read any more, as of the time its response came. */
  endUnread(ending: Ending): void {
    this.end(ending, this.#endTime);
  }

  #describe(body: Fields): void {
    this.#guard("describe a call", () => {
      const { operation } = this;
      this.#observation.otelSpan.setAttributes(requestAttributes(body));
      this.#observation.update({
        ...withModel(textOf(body.model)),
        modelParameters: modelParameters(body, operation.parameters),
        input: operation.input(body),
      });
    });
  }

  #record(answer: Answer): void {
    this.#observation.otelSpan.setAttributes(answerAttributes(answer));
    const metadata = {
      response_id: answer.responseId,
      finish_reasons: answer.finishReasons?.length ? answer.finishReasons : undefined,
      service_tier: answer.serviceTier,
      system_fingerprint: answer.systemFingerprint,
    };
    this.#observation.update({
      ...withModel(answer.model),
      ...(answer.usage && { usageDetails: usageDetails(answer.usage) }),
      ...(this.#completionStart && { completionStartTime: this.#completionStart }),
      output: answer.output,
      metadata: givenOnly(metadata),
    });
  }

  #end({ outcome, level, statusMessage, errorType }: Ending, at?: number): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    try {
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
      this.#observation.end(at);
    }
  }

  #guard(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      logger.errorOnce(`Could not ${what} of the openai package; the call itself is not affected`, error);
    }
  }
}

function withModel(model: string | undefined): Pick<SvcGenerationAttributes, "model"> {
  return model === undefined ? {} : { model };
}

function givenOnly(metadata: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
}

/** The request body among the arguments of a patched method. */
export function bodyOf(args: readonly unknown[]): Fields {
  return isFields(args[0]) ? args[0] : {};
}
