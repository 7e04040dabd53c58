import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runLangChain, shown } from "../../support/langchain/langchain-application.ts";
import { LangChainStandIn } from "../../support/langchain/langchain-stand-in.ts";
import { treeOf } from "../../support/langchain/langchain-tree.ts";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";
import { EXPECTED_TREES } from "./expected-trees.ts";

/** Time limit of a test that runs the application twice, on a busy machine. */
const TWO_RUNS = 120_000;

let standIn: LangChainStandIn;
let service: LocalService;

beforeAll(async () => {
  [standIn, service] = await Promise.all([LangChainStandIn.start(), startLocalService()]);
});
afterAll(() => Promise.all([standIn.stop(), service.stop()]));

describe.each(["esm", "cjs"] as const)("an application with its own handler under the preload, %s", (format) => {
  it(
    "adds its trace attributes, and records every run once",
    async () => {
      const own = await startLocalService();
      const scenario = "manual handler";
      const run = await runLangChain({ app: "langchain", format, standIn, scenarios: [scenario], serviceUrl: own.url });
      expect(shown(run)).toEqual({ [scenario]: { isTraced: true } });
      const stored = await own.observations();
      const { chain } = EXPECTED_TREES.langchain;
      const expected = `${chain}\ngeneration ChatOpenAI input=10 output=5 total=15\n  span http`;
      expect(treeOf(stored, scenario, expected)).toBe(expected);
      const [sequence, ...rest] = stored.filter(({ name }) => name !== scenario);
      const settings = { userId: "user-1", sessionId: "chat-7" };
      expect(sequence).toMatchObject({ ...settings, tags: expect.arrayContaining(["funny", "support"]) as string[] });
      for (const observation of rest) expect(observation).toMatchObject(settings);
      await own.stop();
    },
    TWO_RUNS,
  );
});

describe("a fault of the instrumentation", () => {
  const scenarios = Object.keys(EXPECTED_TREES.langchain);
  const doctor = (file: string) => ["--import", pathToFileURL(join(import.meta.dirname, "../../apps", file)).href];

  it.each(["langchain-failing-tracer.mjs", "langchain-failing-spans.mjs"])(
    "in the tracer (%s) logs one line and does not affect the application",
    async (file) => {
      const bare = await runLangChain({ app: "langchain", format: "esm", standIn, scenarios });
      const node = doctor(file);
      const broken = await runLangChain({
        app: "langchain",
        format: "esm",
        standIn,
        scenarios,
        node,
        serviceUrl: service.url,
      });
      expect(shown(broken)).toEqual(shown(bare));
      const lines = broken.stderr.split("\n").filter((line) => line.includes("Recording a run of LangChain failed; "));
      expect(lines.filter((line) => !line.includes(" times)"))).toHaveLength(1);
    },
    TWO_RUNS,
  );
});

describe("an application without LangChain", () => {
  it(
    "does not load LangChain",
    async () => {
      const node = sayingWhatIsLoaded();
      const run = await runLangChain({
        app: "langchain",
        format: "cjs",
        standIn,
        scenarios: [],
        node,
        serviceUrl: service.url,
      });
      expect(run.stderr).toBe("");
    },
    TWO_RUNS,
  );
});

/** Returns Node arguments that make the run fail when LangChain is loaded before the application starts. */
function sayingWhatIsLoaded(): string[] {
  return ["--import", pathToFileURL(join(import.meta.dirname, "../../apps/langchain-not-loaded.mjs")).href];
}
