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

/** Runtimes for which the packages have a build without modules of Node. */
const WEB = ["workerd", "edge", "chromium"];

/** Tests that set Node's clock forward: elsewhere the time limit of a request is one of the runtime. */
const WAITING: readonly Exception[] = [
  ["contract/errors.test.ts", "Errors: a timeout that is not a finite positive number"],
  ["contract/score.test.ts", "Limits: the score request > has a timeout of 5 seconds"],
].map(([file = "", test = ""]) => ({
  runtimes: WEB,
  file,
  test,
  reason: "the test cannot set the runtime's own clock forward",
}));

export const EXCEPTIONS: readonly Exception[] = [
  ...SLOW,
  ...WAITING,
  {
    runtimes: WEB,
    file: "contract/span-export-rules.test.ts",
    test: "Span export rules 4: compression",
    reason: "edge runtimes and browsers ignore the setting",
  },
  {
    runtimes: ["workerd"],
    file: "contract/score.test.ts",
    test: "Errors: score sending > a refused connection",
    reason: "workerd does not say that a connection was refused",
  },
  {
    runtimes: ["workerd"],
    file: "contract/score.test.ts",
    test: "Errors: score sending > scores that a service did not accept by the end of a shutdown",
    reason: "workerd does not say that a connection was refused: the scores may have arrived",
  },
  {
    runtimes: ["chromium"],
    file: "contract/span-export-rules.test.ts",
    test: "Span export rules 1 and 2: headers",
    reason: "a web page must not have the secret key whose header the test expects",
  },
  {
    runtimes: ["chromium"],
    file: "integration/otel/media.test.ts",
    test: "media in an observation",
    reason: "a web page has no secret key, without which media is not uploaded",
  },
  {
    runtimes: ["chromium"],
    file: "contract/score.test.ts",
    reason: "a web page sends scores with @svc/browser, which has tests of its own",
  },
  {
    runtimes: ["chromium"],
    file: "contract/client-configuration.test.ts",
    test: "Client configuration names: the settings table > reads a variable that the process lacks",
    reason: "a web page has no environment variables beside its globals",
  },
];

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
