import type { Span } from "@opentelemetry/api";
import { logger } from "@svc/core/internal";

/** Callbacks for the final result of a function. Exactly one of `succeed` and `fail` is called, once. */
export interface Ending {
  /** True when the value is needed. Otherwise the values that a generator yields are not kept. */
  readonly wantsValue: boolean;
  succeed(value: unknown): void;
  fail(error: unknown): void;
}

/** Function that runs a step of a generator with the observation active. */
export type RunActive = <R>(step: () => R) => R;

type Thenable = { then(onFulfilled?: unknown, onRejected?: unknown): unknown };
type AnyGenerator = { next: Step; return: Step; throw: Step };
type Step = (this: unknown, value?: unknown) => unknown;
type StepResult = { done?: boolean; value: unknown };

/**
 * Follows the result of a function to its end and returns the result for the caller: the same object, except that a plain
 * promise becomes one that settles alike. Promises of other classes and other thenables keep their class, their methods and
 * their laziness. Generators are followed step by step, whether they are used up, left early or fail. A result that cannot
 * be inspected, such as a revoked proxy, is returned unchanged.
 */
export function followResult<T>(result: T, ending: Ending, runActive: RunActive): T {
  try {
    if (isPlainPromise(result)) return followPromise(result, ending, runActive) as T;
    if (isThenable(result) && Object.isExtensible(result)) followThenable(result, ending);
    else followSettled(result, ending, runActive);
  } catch (error) {
    giveUp(ending, error);
  }
  return result;
}

/** Returns an ending that counts only the first report of a result. `span` is that of the observation that ends. */
export function onlyOnce(ending: Ending, span: Span): Ending {
  let ended = false;
  const once = (report: () => void): void => {
    if (ended) return;
    ended = true;
    try {
      report();
    } catch (error) {
      const { name } = span as Span & { name?: string };
      logger.errorOnce(
        `Ending the observation ${JSON.stringify(name)} failed, so it may not be sent; the result of its function is not ` +
          "affected. A span processor of the application may have thrown. The error:",
        error,
      );
    }
  };
  return {
    wantsValue: ending.wantsValue,
    succeed: (value) => once(() => ending.succeed(value)),
    fail: (error) => once(() => ending.fail(error)),
  };
}

function followPromise(promise: Promise<unknown>, ending: Ending, runActive: RunActive): Promise<unknown> {
  const followed = promise.then(
    (value) => followSettled(value, ending, runActive),
    (error: unknown) => {
      ending.fail(error);
      throw error;
    },
  );
  // Some libraries put methods such as `cancel` on a plain promise.
  for (const name of Object.getOwnPropertyNames(promise)) {
    void Object.defineProperty(followed, name, Object.getOwnPropertyDescriptor(promise, name)!);
  }
  return followed;
}

function followSettled<T>(value: T, ending: Ending, runActive: RunActive): T {
  try {
    if (isGenerator(value) && Object.isExtensible(value)) followGenerator(value, ending, runActive);
    else ending.succeed(value);
  } catch (error) {
    giveUp(ending, error);
  }
  return value;
}

function giveUp(ending: Ending, error: unknown): void {
  logger.debug("The result of an observed function cannot be followed; its observation ends.", error);
  ending.succeed(undefined);
}

function isPlainPromise(value: unknown): value is Promise<unknown> {
  return (
    value instanceof Promise && Object.getPrototypeOf(value) === Promise.prototype && !Object.hasOwn(value, "then")
  );
}

function isThenable(value: unknown): value is Thenable {
  const isObject = (typeof value === "object" && value !== null) || typeof value === "function";
  return isObject && typeof (value as Partial<Thenable>).then === "function";
}

function isGenerator(value: unknown): value is AnyGenerator {
  const tag = Object.prototype.toString.call(value);
  return tag === "[object Generator]" || tag === "[object AsyncGenerator]";
}

/**
 * Follows a thenable when the caller calls `then`. A thenable may start its work only on that call, and again on each
 * further call.
 */
function followThenable(thenable: Thenable, ending: Ending): void {
  const original: (...callbacks: unknown[]) => unknown = Reflect.get(thenable, "then");
  shadow(thenable, "then", function (this: unknown, onFulfilled?: unknown, onRejected?: unknown) {
    const fulfilled = (value: unknown): unknown => {
      ending.succeed(value);
      return typeof onFulfilled === "function" ? (onFulfilled as Step)(value) : value;
    };
    const rejected = (error: unknown): unknown => {
      ending.fail(error);
      if (typeof onRejected === "function") return (onRejected as Step)(error);
      throw error;
    };
    return original.call(this, fulfilled, rejected);
  });
}

function followGenerator(generator: AnyGenerator, ending: Ending, runActive: RunActive): void {
  const yielded: unknown[] = [];
  const note = (step: StepResult): StepResult => {
    if (!step.done && ending.wantsValue) yielded.push(step.value);
    if (step.done) ending.succeed(yielded.length > 0 ? joinYielded(yielded) : step.value);
    return step;
  };
  for (const method of ["next", "return", "throw"] as const) {
    const original = generator[method];
    shadow(generator, method, function (this: unknown, ...values: [unknown?]) {
      const step = (): unknown => runActive(() => original.apply(this, values));
      return followStep(step, note, ending);
    });
  }
}

function followStep(step: () => unknown, note: (result: StepResult) => StepResult, ending: Ending): unknown {
  let result: unknown;
  try {
    result = step();
  } catch (error) {
    ending.fail(error);
    throw error;
  }
  if (!(result instanceof Promise)) return note(result as StepResult);
  return result.then(note as (value: unknown) => StepResult, (error: unknown) => {
    ending.fail(error);
    throw error;
  });
}

/** Returns yielded pieces of text as one text, and other values as a list. */
function joinYielded(yielded: unknown[]): unknown {
  return yielded.every((piece) => typeof piece === "string") ? yielded.join("") : yielded;
}

function shadow(target: object, name: string, value: Step): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
