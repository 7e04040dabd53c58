import type { TestResult } from "./results.ts";

/** Tests of the contract that do not run in some runtimes. */
export interface Exception {
  /** Names of the runtimes; without them, all. */
  readonly runtimes?: readonly string[];
  readonly file: string;
  /** Beginning of the names of the suites and the test, with ` > ` between them; without it, the whole file. */
  readonly test?: string;
  readonly reason: string;
}

/** Tests that take seconds and pass the same code as a shorter one. */
const SLOW: readonly Exception[] = [
  "Limits: the score request > at most 100,000 wait",
  "Limits: the score request > a slow service that accepts scores is waited for",
  "Errors: score sending > 429",
  "Errors: score sending > 500",
  "Errors: score sending > a network error",
].map((test) => ({
  file: "contract/score.test.ts",
  test,
  reason: "it takes seconds, and a shorter test has its code",
}));

export const EXCEPTIONS: readonly Exception[] = [...SLOW];

/** Returns why a test does not run in this runtime; undefined when it does. */
export function exceptionTo(runtime: string, file: string, test: string): string | undefined {
  return exceptionsIn(runtime).find((exception) => isMeant(exception, file, test))?.reason;
}

/** Returns the exceptions of a runtime that none of these tests meets: each is out of date. */
export function unusedExceptions(runtime: string, results: readonly TestResult[]): Exception[] {
  return exceptionsIn(runtime).filter(
    (exception) => !results.some(({ path: [file = "", ...names] }) => isMeant(exception, file, names.join(" > "))),
  );
}

const exceptionsIn = (runtime: string): Exception[] =>
  EXCEPTIONS.filter(({ runtimes }) => runtimes?.includes(runtime) ?? true);

const isMeant = (exception: Exception, file: string, test: string): boolean =>
  exception.file === file && test.startsWith(exception.test ?? "");
