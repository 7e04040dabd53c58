import { isFields } from "@svc/core/internal";
import { recordSafely } from "../record-safely.ts";
import type { QueryRun } from "./query-run.ts";

/**
 * Returns an iterable that yields the messages of the application's stream and notes them as input; undefined for a prompt that is
 * no stream. The stream is read only as far as the SDK reads.
 */
export function observedPrompt(prompt: unknown, run: QueryRun): AsyncIterable<unknown> | undefined {
  if (!isFields(prompt) || typeof prompt[Symbol.asyncIterator as never] !== "function") return undefined;
  const stream = prompt as unknown as AsyncIterable<unknown>;
  return {
    [Symbol.asyncIterator](): AsyncIterator<unknown> {
      const source = stream[Symbol.asyncIterator]();
      const iterator: AsyncIterator<unknown> = {
        async next(...args) {
          const result = await source.next(...args);
          if (result.done !== true) recordSafely(() => run.hearPrompt(result.value));
          return result;
        },
      };
      if (source.return !== undefined) iterator.return = (value) => source.return!(value);
      if (source.throw !== undefined) iterator.throw = (error) => source.throw!(error);
      return iterator;
    },
  };
}
