import { context } from "@opentelemetry/api";
import { fieldsOf, isFields, SUPPRESS_TRACING } from "@svc/core/internal";
import { recordSafely } from "./record-safely.ts";
import { observedPrompt } from "./run/observed-prompt.ts";
import { QueryRun } from "./run/query-run.ts";
import { listenToMessages } from "./run/message-listener.ts";

/** Observed functions, which are not observed a second time. All copies of this package in the process share them. */
const KEY: unique symbol = Symbol.for("svc.claude-agent.observed") as never;

/**
 * Returns a function that does what `query` of the Claude Agent SDK does, and records each query as an agent with its turns,
 * tools and subagents. The returned object is that of the SDK, with all its methods. The preload and `ClaudeAgentInstrumentation`
 * record every query already.
 *
 * @example
 * const query = observeQuery(sdk.query);
 * for await (const message of query({ prompt: "Review my change" })) show(message);
 */
export function observeQuery<F extends Function>(query: F): F {
  const observed = observedFunctions();
  if (observed.has(query)) return query;
  const replacement = function (this: unknown, ...args: unknown[]): unknown {
    const call = (...given: unknown[]): unknown => Reflect.apply(query, this, given);
    const run = recordSafely(() => (isRecorded() ? new QueryRun(fieldsOf(args[0])) : undefined));
    if (run === undefined) return call(...args);
    let result: unknown;
    try {
      result = context.with(run.context, () => call(...withObservedPrompt(args, run)));
    } catch (error) {
      recordSafely(() => run.fail(error));
      throw error;
    }
    recordSafely(() => {
      if (isFields(result)) listenToMessages(result, run);
      else run.leave();
    });
    return result;
  };
  Object.defineProperties(replacement, {
    ...Object.getOwnPropertyDescriptors(query),
    prototype: { value: query.prototype as unknown, writable: true },
  });
  observed.add(replacement);
  return replacement as unknown as F;
}

function isRecorded(): boolean {
  return context.active().getValue(SUPPRESS_TRACING) !== true;
}

/** Returns the arguments, with a copy of the first that has an observed prompt where the prompt is a stream of messages. */
function withObservedPrompt(args: readonly unknown[], run: QueryRun): readonly unknown[] {
  const [given, ...others] = args;
  const prompt = recordSafely(() => observedPrompt(fieldsOf(given).prompt, run));
  return prompt === undefined ? args : [{ ...fieldsOf(given), prompt }, ...others];
}

function observedFunctions(): WeakSet<object> {
  const holder = globalThis as { [KEY]?: WeakSet<object> };
  return (holder[KEY] ??= new WeakSet());
}
