import { context } from "@opentelemetry/api";
import type { Around } from "@svc/instrumentation";

/**
 * Returns a patch that makes a queued call in the context of the code that asked for it. Without the patch, the queue makes the
 * call in the context of the call that ended before it. `callableAt` is the index of the argument that holds the callable.
 */
export function callInOwnContext(callableAt: number): Around {
  return (original, self, args) => {
    const callable = args[callableAt];
    if (typeof callable !== "function") return Reflect.apply(original, self, args);
    const asker = context.active();
    const bound = (...callArgs: unknown[]): unknown =>
      context.active() === asker
        ? Reflect.apply(callable, undefined, callArgs)
        : context.with(asker, callable as never, undefined, ...callArgs);
    return Reflect.apply(original, self, args.with(callableAt, bound));
  };
}
