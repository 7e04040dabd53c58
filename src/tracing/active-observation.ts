import { context, SpanStatusCode, trace, type Context, type SpanContext } from "@opentelemetry/api";
import {
  controlOutcome,
  logger,
  noteChangeAfterEnd,
  SERIALIZATION_FAILED,
  setSvcTraceIdInBaggage,
  SvcOtelSpanAttributes,
} from "@svc/core";
import { writeObservationAttributes } from "./observation-attributes.ts";
import { parentContext, startIn, type ObservationOf, type SvcObservation } from "./observation.ts";
import {
  knownType,
  type AttributesOf,
  type SvcObservationAttributes,
  type SvcObservationType,
} from "./observation-types.ts";
import type { StartObservationOptions } from "./observation.ts";
import { lookAtAttributes, lookAtOptions } from "./option-names.ts";
import { followResult, onlyOnce, type RunActive } from "./result-following.ts";

/** How {@link startActiveObservation} starts and ends. */
export interface StartActiveObservationContext extends StartObservationOptions {
  /** Whether the observation ends with the function; with false it has to be ended by hand. Default true. */
  endOnExit?: boolean;
}

/** How {@link startActiveObservation} starts and ends, with the kind of the observation. */
export interface StartActiveObservationOpts<
  T extends SvcObservationType = SvcObservationType,
> extends StartActiveObservationContext {
  /** Default `span`. */
  asType?: T;
}

/** How {@link observe} wraps a function. */
export interface ObserveOptions<T extends SvcObservationType = SvcObservationType> {
  /** Default: the function's name, or `anonymous-function`. */
  name?: string;
  /** Default `span`. */
  asType?: T;
  /** Whether the arguments are written as input. Default true. */
  captureInput?: boolean;
  /** Whether the result is written as output. Default true. */
  captureOutput?: boolean;
  /** Parent in another process or another place of this one; default: the active span. */
  parentSpanContext?: SpanContext;
  /** Whether the observation ends with the function's result. Default true. */
  endOnExit?: boolean;
}

/**
 * Runs a function inside an observation: what it makes becomes a part of it. The function's result is returned, its error
 * thrown again; the observation ends when the result is final, be it a promise or a generator.
 *
 * @example
 * const answer = await startActiveObservation("answer", async (span) => {
 *   span.update({ input: question });
 *   return ask(question);
 * });
 */
export function startActiveObservation<R, T extends SvcObservationType = "span">(
  name: string,
  fn: (observation: ObservationOf<T>) => R,
  options: StartActiveObservationOpts<T> = {},
): R {
  const parent = parentContext(options.parentSpanContext);
  const observation = startIn<T>(parent, name, undefined, options);
  return runIn(observation, parent, () => fn(observation), { endOnExit: options.endOnExit ?? true });
}

/**
 * A function that does what `fn` does and is observed each time it is called: arguments, result or error, duration.
 * `this`, name, properties, number of parameters and the kind of its result stay as they are.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- with `never`, a parameter without a type could be given nothing
export function observe<F extends (...args: any[]) => unknown>(fn: F, options: ObserveOptions = {}): F {
  lookAtOptions(options);
  const { captureInput = true, captureOutput = true, endOnExit = true, parentSpanContext } = options;
  const name = options.name ?? (fn.name || "anonymous-function");
  const start = options.asType === undefined ? {} : { asType: options.asType };

  const observed = function (this: unknown, ...args: never[]): unknown {
    const parent = parentContext(parentSpanContext);
    const attributes = captureInput && args.length > 0 ? { input: args.length === 1 ? args[0] : args } : undefined;
    const observation = startIn(parent, name, attributes, start);
    return runIn(observation, parent, () => fn.apply(this, args), { endOnExit, captureOutput, namesErrors: true });
  };
  return Object.defineProperties(observed, Object.getOwnPropertyDescriptors(fn)) as F;
}

/** Adds to the active observation. Without an active span nothing happens but a warning; without `asType` its kind stays. */
export function updateActiveObservation<T extends SvcObservationType = SvcObservationType>(
  attributes: AttributesOf<T>,
  options: { asType?: T } = {},
): void {
  const span = trace.getActiveSpan();
  if (span === undefined) {
    logger.warnOnce("updateActiveObservation was called where no span is active: nothing is updated.");
    return;
  }
  if (!span.isRecording()) {
    noteChangeAfterEnd(span, "updateActiveObservation()");
    return;
  }
  lookAtOptions(options);
  lookAtAttributes(attributes);
  const type = knownType(options.asType);
  if (type !== undefined) span.setAttribute(SvcOtelSpanAttributes.OBSERVATION_TYPE, type);
  writeObservationAttributes(span, attributes);
}

/** Makes the active trace readable by anyone who has its address. Without an active span nothing happens but a warning. */
export function setActiveTraceAsPublic(): void {
  const span = trace.getActiveSpan();
  if (span === undefined)
    logger.warnOnce("setActiveTraceAsPublic was called where no span is active: nothing is changed.");
  else span.setAttribute(SvcOtelSpanAttributes.TRACE_PUBLIC, true);
}

interface RunOptions {
  readonly endOnExit: boolean;
  readonly captureOutput?: boolean;
  /** Whether the status message of an error begins with the error's name. */
  readonly namesErrors?: boolean;
}

function runIn<R>(observation: SvcObservation, parent: Context, fn: () => R, options: RunOptions): R {
  const { otelSpan, traceId } = observation;
  const active = setSvcTraceIdInBaggage(trace.setSpan(parent, otelSpan), traceId);
  const runActive: RunActive = (step) => context.with(active, step);
  const ending = onlyOnce({
    wantsValue: options.captureOutput === true && otelSpan.isRecording(),
    succeed: (output) => {
      if (options.captureOutput) write(observation, { output });
      if (options.endOnExit) observation.end();
    },
    fail: (error) => {
      const outcome = controlOutcome(error);
      if (outcome !== undefined) {
        write(observation, { metadata: { outcome } });
        if (options.endOnExit) observation.end();
        return;
      }
      const message = messageOf(error);
      const statusMessage = options.namesErrors ? textOf(error) : message;
      write(observation, {
        level: "ERROR",
        statusMessage,
        ...(options.captureOutput && { output: { error: statusMessage } }),
      });
      if (otelSpan.isRecording()) otelSpan.setStatus({ code: SpanStatusCode.ERROR, message });
      if (options.endOnExit) observation.end();
    },
  });
  let result: R;
  try {
    result = runActive(fn);
  } catch (error) {
    ending.fail(error);
    throw error;
  }
  return followResult(result, ending, runActive);
}

function messageOf(error: unknown): string {
  return textOf(error, (thrown) => (thrown instanceof Error ? thrown.message : thrown));
}

/** Anything can be thrown, even what has no text. */
function textOf(error: unknown, partOf: (thrown: unknown) => unknown = (thrown) => thrown): string {
  try {
    return String(partOf(error));
  } catch {
    return SERIALIZATION_FAILED;
  }
}

function write({ otelSpan }: SvcObservation, attributes: SvcObservationAttributes): void {
  if (otelSpan.isRecording()) writeObservationAttributes(otelSpan, attributes);
}
