import { TestRunner, type RunnerTestCase as Test } from "vitest";

type Environment = Record<string, string | undefined>;

/** Returns the environment variables of a runtime. Where it has none, a test that sets one is skipped with that reason. */
export function environmentOf(global: { process?: { env?: Environment } }): Environment {
  return (
    global.process?.env ??
    new Proxy<Environment>(
      {},
      {
        set() {
          return TestRunner.getCurrentTest<Test>().context.skip("This runtime has no environment variables.");
        },
      },
    )
  );
}
