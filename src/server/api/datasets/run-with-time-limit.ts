import { createContext, runInContext } from "node:vm";

const sandbox: { work?: () => unknown } = createContext({});

/**
 * Runs synchronous work and stops it after `limitMs` milliseconds. Returns the result; undefined for stopped work. Work that
 * runs regular expressions written by others needs such a limit: only `vm` can stop a runaway expression.
 */
export function runWithTimeLimit<T>(limitMs: number, work: () => T): { result: T } | undefined {
  sandbox.work = work;
  try {
    return { result: runInContext("work()", sandbox, { timeout: limitMs }) as T };
  } catch (error) {
    // The error comes from the other context, so `instanceof Error` is false here.
    if ((error as { code?: unknown }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  } finally {
    delete sandbox.work;
  }
}
