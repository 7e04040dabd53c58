import { context, SpanStatusCode, trace, type Context } from "@opentelemetry/api";
import {
  controlOutcome,
  logger,
  noteChangeAfterEnd,
  SERIALIZATION_FAILED,
  setSvcTraceIdInBaggage,
  hideCredentials,
  messageOfThrown,
} from "@svc/core/internal";
import * as A from "@svc/core/internal/span-attributes";
import { writeObservationAttributes } from "./attributes/observation-attributes.ts";
import { parentContext, startIn, type ObservationOf, type SvcObservation } from "./observation.ts";
import {
  knownType,
  type AttributesOf,
  type SvcObservationAttributes,
  type SvcObservationType,
} from "./observation-types.ts";
import {
  checkAttributeNames,
  checkOptionNames,
  type ObserveOptions,
  type StartActiveObservationOpts,
} from "./observation-options.ts";
import { followResult, onlyOnce, type RunActive } from "./result-following.ts";

/**
 * Runs a function inside an observation. Observations that the function makes become children. Returns the function's
 * result and rethrows its error. The observation ends when the result is final: a promise or a generator is followed to its
 * end.
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
 * Returns a function that does what `fn` does and records an observation of each call: arguments, result or error,
 * duration. `this`, name, properties, number of parameters and the kind of the result stay the same.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- with `never`, a parameter without a type could be given nothing
export function observe<F extends (...args: any[]) => unknown>(fn: F, options: ObserveOptions = {}): F {
  checkOptionNames(options);
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

/**
 * Adds attributes to the active observation. Without an active span, only a warning is logged. Without `asType`, the kind
 * stays the same.
 */
export function updateActiveObservation<T extends SvcObservationType = SvcObservationType>(
  attributes: AttributesOf<T>,
  options: { asType?: T } = {},
): void {
  const span = trace.getActiveSpan();
  if (span === undefined) {
    logger.warnOnce(
      "updateActiveObservation() is ignored: no span is active. Call it inside startActiveObservation or observe.",
    );
    return;
  }
  if (!span.isRecording()) {
    noteChangeAfterEnd(span, "updateActiveObservation()");
    return;
  }
  checkOptionNames(options);
  checkAttributeNames(attributes);
  const type = knownType(options.asType);
  if (type !== undefined) span.setAttribute(A.OBSERVATION_TYPE, type);
  writeObservationAttributes(span, attributes);
}

/** Makes the active trace readable by anyone who has its address. Without an active span, only a warning is logged. */
export function setActiveTraceAsPublic(): void {
  const span = trace.getActiveSpan();
  if (span === undefined)
    logger.warnOnce(
      "setActiveTraceAsPublic() is ignored: no span is active. Call it inside startActiveObservation or observe.",
    );
  else span.setAttribute(A.TRACE_PUBLIC, true);
}

interface RunOptions {
  readonly endOnExit: boolean;
  readonly captureOutput?: boolean;
  /** True when the status message of an error begins with the error's name. */
  readonly namesErrors?: boolean;
}

function runIn<R>(observation: SvcObservation, parent: Context, fn: () => R, options: RunOptions): R {
  const { otelSpan, traceId } = observation;
  const active = setSvcTraceIdInBaggage(trace.setSpan(parent, otelSpan), traceId);
  const runActive: RunActive = (step) => context.with(active, step);
  const ending = onlyOnce(
    {
      wantsValue: options.captureOutput === true && otelSpan.isRecording(),
      succeed: (output) => {
        if (options.captureOutput) writeAttributes(observation, { output });
        if (options.endOnExit) observation.end();
      },
      fail: (error) => {
        const outcome = controlOutcome(error);
        if (outcome !== undefined) {
          writeAttributes(observation, { metadata: { outcome } });
          if (options.endOnExit) observation.end();
          return;
        }
        const message = hideCredentials(messageOfThrown(error, SERIALIZATION_FAILED));
        const statusMessage = options.namesErrors ? hideCredentials(textOfThrown(error)) : message;
        writeAttributes(observation, {
          level: "ERROR",
          statusMessage,
          ...(options.captureOutput && { output: { error: statusMessage } }),
        });
        if (otelSpan.isRecording()) otelSpan.setStatus({ code: SpanStatusCode.ERROR, message });
        if (options.endOnExit) observation.end();
      },
    },
    otelSpan,
  );
  let result: R;
  try {
    result = runActive(fn);
  } catch (error) {
    ending.fail(error);
    throw error;
  }
  return followResult(result, ending, runActive);
}

/** Returns the text of a thrown value. Any value can be thrown, even one that cannot be turned into text. */
function textOfThrown(error: unknown): string {
  try {
    return String(error);
  } catch {
    return SERIALIZATION_FAILED;
  }
}

function writeAttributes({ otelSpan }: SvcObservation, attributes: SvcObservationAttributes): void {
  if (otelSpan.isRecording()) writeObservationAttributes(otelSpan, attributes);
}
