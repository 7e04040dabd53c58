import { afterAll, beforeAll, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { runProgram, sendingTo } from "../../support/application/run-application.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";
import { type LocalService, startLocalService } from "../../support/server/local-service.ts";
import { rowsOf } from "../../support/server/observation-rows.ts";

let [cwd, service]: [string, LocalService] = [] as never;
beforeAll(async () => {
  [cwd, service] = await Promise.all([installed("langchain-providers"), startLocalService()]);
}, 120_000);
afterAll(() => service.stop());

/** Usage of the answers. `@langchain/google-genai` has the thoughts in the total alone. */
const USAGE = {
  ChatAnthropic: { input: 120, input_cached_tokens: 30, input_cache_creation: 5, output: 2, total: 157 },
  ChatGoogleGenerativeAI: { input: 8, output: 2, output_reasoning_tokens: 3, total: 13 },
  ChatGoogle: { input: 8, output: 2, output_reasoning_tokens: 3, total: 13 },
};

test("records each call of LangChain's models of Anthropic and Google once, whole and streamed, with its content", async () => {
  const options = { cwd, args: ["ask.mjs"] };
  const [bare, traced] = await Promise.all([
    runProgram(options),
    runProgram({ ...options, node: ["--import", PRELOAD_FILE], env: sendingTo(service.url) }),
  ]);
  expect(traced).toEqual(bare);
  expect(bare).toMatchObject({ stdout: "anthropic Hi Hi\ngoogle-genai Hi Hi\ngoogle Hi Hi\n", exitCode: 0 });

  const recorded = await service.observations();
  expect(rowsOf(recorded, "type", "name", "usageDetails")).toEqual(
    Object.entries(USAGE).flatMap(([name, usage]) => Array.from({ length: 2 }, () => ["GENERATION", name, usage])),
  );
  for (const { input } of recorded) expect(JSON.parse(input!)).toEqual([{ role: "user", content: "Hello" }]);
  const [whole, ...others] = recorded.map(({ output }) => JSON.parse(output!) as { content: unknown });
  expect(whole!.content).toMatchObject([
    { type: "thinking", thinking: "A greeting." },
    { type: "text", text: "Hi" },
  ]);
  for (const { content } of others) expect(content).toBe("Hi");
});
