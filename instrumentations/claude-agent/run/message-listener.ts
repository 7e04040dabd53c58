import type { Fields } from "@svc/core/internal";
import { shadow } from "@svc/instrumentation";
import { recordSafely } from "../record-safely.ts";
import type { QueryRun } from "./query-run.ts";

type Step = (value?: unknown) => Promise<IteratorResult<unknown>>;

interface Steps {
  next: Step;
  return: Step;
  throw: Step;
}

const dropped = new FinalizationRegistry<QueryRun>((run) => recordSafely(() => run.drop()));

/**
 * Listens to the messages of a query in place. The object stays that of the SDK: `for await` reads a generator inside of it, and the
 * object's own `next` reads the same generator.
 */
export function listenToMessages(query: Fields, run: QueryRun): void {
  const iterate: unknown = query[Symbol.asyncIterator as never];
  const messages: unknown = typeof iterate === "function" ? Reflect.apply(iterate, query, []) : undefined;
  if (!isSteps(messages)) {
    run.leave();
    return;
  }
  const { next, return: leave, throw: fail } = messages;
  dropped.register(query, run);
  // Returns the promise after the listener, so that an unhandled rejection stays unhandled.
  shadow(messages, "next", (value) =>
    next.call(messages, value).then(
      (result) => {
        recordSafely(() => (result.done === true ? run.end() : run.hear(result.value)));
        return result;
      },
      (error: unknown) => {
        recordSafely(() => run.fail(error));
        throw error;
      },
    ),
  );
  shadow(messages, "return", (value) => {
    recordSafely(() => run.leave());
    return leave.call(messages, value);
  });
  shadow(messages, "throw", (error) => {
    recordSafely(() => run.fail(error));
    return fail.call(messages, error);
  });
}

function isSteps(value: unknown): value is Steps {
  return (
    typeof value === "object" &&
    value !== null &&
    (["next", "return", "throw"] as const).every((name) => typeof Reflect.get(value, name) === "function")
  );
}
