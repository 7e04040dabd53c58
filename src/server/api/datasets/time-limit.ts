import { createContext, runInContext } from "node:vm";

const sandbox: { work?: () => unknown } = createContext({});

/**
 * Returns the result of the work; undefined when the work takes longer than `milliseconds`. It is for work that runs regular
 * expressions written by others: only `vm` can stop a runaway expression.
 */
export function withinTime<T>(milliseconds: number, work: () => T): { result: T } | undefined {
  sandbox.work = work;
  try {
    return { result: runInContext("work()", sandbox, { timeout: milliseconds }) as T };
  } catch (error) {
    // The error comes from the other context, so `instanceof Error` is false here.
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  } finally {
    delete sandbox.work;
  }
}
