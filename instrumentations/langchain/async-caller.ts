import { context } from "@opentelemetry/api";
import type { Around } from "./patch.ts";

/**
 * Has a queued call made in the context of who asked for it: the queue would make it in that of whoever's call before it
 * ended. `callableAt` says which argument the callable is.
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
