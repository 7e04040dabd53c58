import { context } from "@opentelemetry/api";
import { SUPPRESS_TRACING } from "@svc/core/internal";
import type { AnswerReceiver } from "../call/answer-receiver.ts";
import { fetchedAnswer } from "../call/background-answers.ts";
import type { ObservedCall } from "../call/observed-call.ts";
import type { Accumulator, Answer, BackgroundAnswer, MadeCall, Operation } from "../call/operation.ts";
import { dataIn } from "../data/plain-data.ts";
import { logFault } from "../log-fault.ts";
import { observeResult, startCall } from "./recorded-method.ts";

/** Makes the request for an answer in the background, and records the answer where the call that began it is recorded. */
export function fetchingCall(operation: Operation, { method, resource, args, client, ofClient }: MadeCall): unknown {
  const active = context.active();
  const result: unknown = Reflect.apply(method, resource, args);
  if (active.getValue(SUPPRESS_TRACING) === true) return result;
  const fetched = new FetchedAnswer(operation, ({ request, startedAt }) => {
    const call = context.with(active, () => startCall(operation, client, request, ofClient, undefined, startedAt));
    call?.describePassed();
    return call;
  });
  return observeResult(result, fetched);
}

/**
 * Request for an answer that the server has gone on with in the background. It is no call of a model, and has no observation: what
 * it brings belongs to the call that began the answer.
 */
class FetchedAnswer implements AnswerReceiver {
  readonly operation: Operation;
  readonly signal: AbortSignal | undefined = undefined;
  readonly hideUsage: undefined;
  isAnswerWanted = false;
  isStreaming = false;
  isForeign = false;
  reader: { endUnread(): void } | undefined;
  hasEnded = false;
  readonly #start: (background: BackgroundAnswer) => ObservedCall | undefined;

  /** Takes a function that starts the call of an answer that began in another process. */
  constructor(operation: Operation, start: (background: BackgroundAnswer) => ObservedCall | undefined) {
    this.operation = operation;
    this.#start = start;
  }

  recordAnswer(data: unknown): void {
    this.#read(() => this.operation.answer(this.readable(data)));
  }

  endStream(accumulator: Accumulator): void {
    this.#read(() => accumulator.answer());
  }

  endBrokenStream(accumulator: Accumulator): void {
    this.endStream(accumulator);
  }

  end(): void {
    this.hasEnded = true;
  }

  readable(data: unknown): unknown {
    return dataIn(data);
  }

  endUnread(): void {}
  forgetRequest(): void {}
  noteFirstChunk(): void {}
  noteFirstContent(): void {}
  noteHeaders(): void {}
  endFailed(): void {}
  endRead(): void {}

  #read(read: () => Answer): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    try {
      fetchedAnswer(read(), this.#start);
    } catch (error) {
      logFault(this.operation.library, "an answer", error);
    }
  }
}
