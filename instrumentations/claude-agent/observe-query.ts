import { context } from "@opentelemetry/api";
import { fieldsOf, isFields, SUPPRESS_TRACING } from "@svc/core/internal";
import { recordSafely } from "./record-safely.ts";
import { withCliTraces } from "./run/cli-traces.ts";
import { observedPrompt } from "./run/observed-prompt.ts";
import { QueryRun } from "./run/query-run.ts";
import { listenToMessages } from "./run/message-listener.ts";

/** Observed functions, which are not observed a second time. All copies of this package in the process share them. */
const KEY: unique symbol = Symbol.for("svc.claude-agent.observed") as never;

/** Returns a function that does what `fn` does and records it, while `isOn` says so. */
export type Observe = <F extends Function>(fn: F, isOn?: () => boolean) => F;

/** Query as a function of the SDK is asked for it. */
export interface AskedQuery {
  readonly prompt: unknown;
  readonly options: unknown;
}

/** Form of the arguments of a function that starts a query. */
export interface QueryForm {
  readonly read: (args: readonly unknown[]) => AskedQuery;
  /** Returns the arguments for a changed query. */
  readonly write: (args: readonly unknown[], asked: AskedQuery) => readonly unknown[];
}

const FORM: QueryForm = {
  read: ([given]) => ({ prompt: fieldsOf(given).prompt, options: fieldsOf(given).options }),
  write: ([given, ...others], { prompt, options }) => [
    { ...fieldsOf(given), prompt, ...(options !== undefined && { options }) },
    ...others,
  ],
};

/**
 * Returns a function that does what `query` of the Claude Agent SDK does, and records each query as an agent with its turns,
 * tools and subagents. The returned object is that of the SDK, with all its methods. The preload and `ClaudeAgentInstrumentation`
 * record every query already.
 *
 * @example
 * const query = observeQuery(sdk.query);
 * for await (const message of query({ prompt: "Review my change" })) show(message);
 */
export function observeQuery<F extends Function>(query: F, isOn: () => boolean = () => true): F {
  return observedAs(query, function (this: unknown, ...args: unknown[]): unknown {
    return isOn() ? recordQuery(query, this, args, FORM, withCliTraces) : Reflect.apply(query, this, args);
  });
}

/** Calls a function that starts a query, and records the query. `prepare` may change the options. */
export function recordQuery(
  start: Function,
  self: unknown,
  args: readonly unknown[],
  form: QueryForm,
  prepare: (options: unknown) => unknown = (options) => options,
): unknown {
  const call = (given: readonly unknown[]): unknown => Reflect.apply(start, self, given);
  const begun = recordSafely(() => (isRecorded() ? begin(args, form, prepare) : undefined));
  if (begun === undefined) return call(args);
  const { run } = begun;
  let result: unknown;
  try {
    result = context.with(run.context, () => call(begun.args));
  } catch (error) {
    recordSafely(() => run.fail(error));
    throw error;
  }
  recordSafely(() => {
    if (isFields(result)) listenToMessages(result, run);
    else run.leave();
  });
  return result;
}

/** Returns a replacement with the properties of a function; the function itself when it is a replacement already. */
export function observedAs<F extends Function>(fn: F, replacement: Function): F {
  const observed = observedFunctions();
  if (observed.has(fn)) return fn;
  Object.defineProperties(replacement, {
    ...Object.getOwnPropertyDescriptors(fn),
    prototype: { value: fn.prototype as unknown, writable: true },
  });
  observed.add(replacement);
  return replacement as F;
}

/** Begins to record a query. Returns its arguments, with a copy where the query is changed. */
function begin(
  args: readonly unknown[],
  form: QueryForm,
  prepare: (options: unknown) => unknown,
): { readonly run: QueryRun; readonly args: readonly unknown[] } {
  const { prompt, options } = form.read(args);
  const prepared = prepare(options);
  const run = new QueryRun({ prompt, options: prepared });
  const observed = observedPrompt(prompt, run);
  if (observed === undefined && prepared === options) return { run, args };
  return { run, args: form.write(args, { prompt: observed ?? prompt, options: prepared }) };
}

function isRecorded(): boolean {
  return context.active().getValue(SUPPRESS_TRACING) !== true;
}

function observedFunctions(): WeakSet<object> {
  const holder = globalThis as { [KEY]?: WeakSet<object> };
  return (holder[KEY] ??= new WeakSet());
}
