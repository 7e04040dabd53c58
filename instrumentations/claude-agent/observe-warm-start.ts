import { fieldsOf, isFields } from "@svc/core/internal";
import { followPromise, shadow, types } from "@svc/instrumentation";
import { observedAs, recordQuery, type QueryForm } from "./observe-query.ts";
import { recordSafely } from "./record-safely.ts";

/** Method of a started CLI that makes a query of it, and the form of its arguments. */
interface WarmMethod {
  readonly name: string;
  /** Returns the form for a CLI that was started with these options. */
  readonly formOf: (started: unknown) => QueryForm;
}

/** CLI of `startup`: its options are those of the query. */
const WARM: WarmMethod = {
  name: "query",
  formOf: (options) => ({
    read: ([prompt]) => ({ prompt, options }),
    write: ([, ...others], { prompt }) => [prompt, ...others],
  }),
};

/** CLI of `prewarm`: a claim has options of its own. */
const SPARE: WarmMethod = {
  name: "claim",
  formOf: (started) => ({
    read: ([given]) => {
      const { prompt, options } = fieldsOf(given);
      return { prompt, options: { ...fieldsOf(started), ...fieldsOf(options) } };
    },
    write: ([given, ...others], { prompt }) => [{ ...fieldsOf(given), prompt }, ...others],
  }),
};

/**
 * Returns a function that does what `startup` of the Claude Agent SDK does, and records the query of the CLI that it starts. The
 * preload and `ClaudeAgentInstrumentation` do it already.
 */
export function observeStartup<F extends Function>(startup: F, isOn: () => boolean = () => true): F {
  return observeStart(startup, WARM, isOn);
}

/**
 * Returns a function that does what `prewarm` of the Claude Agent SDK does, and records the query that claims the CLI. The preload
 * and `ClaudeAgentInstrumentation` do it already.
 */
export function observePrewarm<F extends Function>(prewarm: F, isOn: () => boolean = () => true): F {
  return observeStart(prewarm, SPARE, isOn);
}

function observeStart<F extends Function>(start: F, { name, formOf }: WarmMethod, isOn: () => boolean): F {
  return observedAs(start, function (this: unknown, ...args: unknown[]): unknown {
    const started: unknown = Reflect.apply(start, this, args);
    if (!types.isPromise(started)) return started;
    const form = formOf(fieldsOf(args[0]).options);
    return followPromise(
      started,
      (cli) => recordSafely(() => observeMethod(cli, name, form, isOn)),
      () => undefined,
    );
  });
}

function observeMethod(cli: unknown, name: string, form: QueryForm, isOn: () => boolean): void {
  const method: unknown = isFields(cli) ? cli[name] : undefined;
  if (typeof method !== "function") return;
  shadow(cli as Record<string, unknown>, name, function (this: unknown, ...args: unknown[]): unknown {
    return isOn() ? recordQuery(method, this, args, form) : Reflect.apply(method, this, args);
  });
}
