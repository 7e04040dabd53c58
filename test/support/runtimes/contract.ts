import { describe, expect, it, type SerializedConfig } from "vitest";
import { bundleTests } from "./bundle.ts";
import { unusedExceptions } from "./exceptions.ts";
import { startTestHost } from "./host.ts";
import type { TestResult } from "./results.ts";
import type { Runtime } from "./runtime.ts";

const LIMIT_MS = 120_000;

/** Test files of the contract that need no Node, and those of media in spans. */
const FILES = [
  "contract/metadata-encoding.test.ts",
  "contract/metadata-consequences.test.ts",
  "contract/span-attributes.test.ts",
  "contract/span-export-rules.test.ts",
  "contract/default-export-filter.test.ts",
  "contract/limits.test.ts",
  "contract/errors.test.ts",
  "contract/client-configuration.test.ts",
  "contract/dataset.test.ts",
  "integration/otel/media.test.ts",
  // Last: their clients try services again that have ended.
  "contract/prompt.test.ts",
  "contract/score.test.ts",
];

/** Runs the contract's tests in a runtime, and adds each with its result to the tests of this file. */
export async function testContractIn(runtime: Runtime): Promise<void> {
  const results = await resultsIn(runtime);
  describe.each(FILES)("%s", (file) => {
    const here = results.filter(({ path }) => path[0] === file);
    it.for(here.map((result) => [nameOf(result), result] as const))("%s", ([, { state, reason, errors }], { skip }) => {
      skip(state === "skip", reason);
      // An assertion about the errors would say their first characters only.
      if (errors.length > 0) throw new Error(errors.map(textOf).join("\n"));
      expect(state).toBe("pass");
    });
  });
  it("has no exception in test/support/runtimes/exceptions.ts that no test meets", () => {
    expect(unusedExceptions(runtime.name, results)).toEqual([]);
  });
}

const nameOf = ({ path }: TestResult): string => path.slice(1).join(" > ");

const textOf = ({ message, stack = "", diff = "" }: TestResult["errors"][number]): string =>
  `${message}\n${diff}\n${stack}`;

/** Settings of this run, in which the tests of the other runtime run as well. */
const config = (): SerializedConfig =>
  (Reflect.get(globalThis, "__vitest_worker__") as { config: SerializedConfig }).config;

async function resultsIn(runtime: Runtime): Promise<TestResult[]> {
  const host = await startTestHost({ runtime: runtime.name, config: config() });
  const failure = Promise.withResolvers<never>();
  // Heard below; the runtime may fail before.
  failure.promise.catch(() => {});
  const limit = setTimeout(() => failure.reject(new Error(`No results in ${LIMIT_MS} ms.`)), LIMIT_MS);
  const code = await bundleTests(FILES, runtime.target);
  const stop = await runtime.start(code, host.url, failure.reject);
  try {
    return await Promise.race([host.results, failure.promise]);
  } finally {
    clearTimeout(limit);
    await stop();
    await host.close();
  }
}
