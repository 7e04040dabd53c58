import { fieldsOf, isFields } from "@svc/core/internal";
import { followPromise, types, type Method } from "@svc/instrumentation";

/** Error of a client's check of a result. */
export interface Rejection {
  readonly error: unknown;
}

/** Call of a tool by a client, which may check the result after the answer. */
export interface CheckedCall {
  /** Ends the observation of the request; set when its answer has come. */
  end?: (rejection?: Rejection) => void;
}

/** Method of a client that calls a tool. */
export const CALLING = "callTool";

/** Method of a client of version 1 that returns the check for a tool's results, if there is one. */
const CHECK = "getToolOutputValidator";

/** Calls whose requests have not been sent, by the parameters that the application gave. */
const starting = new WeakMap<object, CheckedCall>();

/**
 * Calls a tool, and ends the observation of its request only when the client has checked the result against the schema of the tool:
 * an error of the check belongs to the tool.
 */
export function callChecked(original: Method, client: unknown, args: unknown[]): unknown {
  const [params] = args;
  const apply = (): unknown => Reflect.apply(original, client, args);
  if (!isFields(params) || !isChecked(client, params.name)) return apply();
  const call: CheckedCall = {};
  starting.set(params, call);
  const result = apply();
  if (!types.isPromise(result)) return (call.end?.(), result);
  return followPromise(
    result,
    () => call.end?.(),
    (error) => call.end?.({ error }),
  );
}

/** Returns the call that sends a request with these parameters, once. */
export function takeCheckedCall(params: object): CheckedCall | undefined {
  const call = starting.get(params);
  if (call !== undefined) starting.delete(params);
  return call;
}

/** Returns false where the client is known to have no check for this tool. */
function isChecked(client: unknown, tool: unknown): boolean {
  try {
    const check = fieldsOf(client)[CHECK];
    return typeof check !== "function" || Reflect.apply(check, client, [tool]) !== undefined;
  } catch {
    return true;
  }
}
