import { createContext, runInContext } from "node:vm";

const sandbox: { work?: () => unknown } = createContext({});

/**
 * What the work gives, if it comes to an end in so many milliseconds; undefined when it does not. For work that runs regular
 * expressions which others wrote: only `vm` can stop one that runs away.
 */
export function withinTime<T>(milliseconds: number, work: () => T): { result: T } | undefined {
  sandbox.work = work;
  try {
    return { result: runInContext("work()", sandbox, { timeout: milliseconds }) as T };
  } catch (error) {
    // It is an error of the other context, so that it is no `Error` here.
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  } finally {
    delete sandbox.work;
  }
}
