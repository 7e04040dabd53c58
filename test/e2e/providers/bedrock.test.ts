import { afterAll, beforeAll, expect, test } from "vitest";
import { runProgram, sendingTo } from "../../support/application/run-application.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";
import { installed } from "../../support/application/installation.ts";
import { type LocalService, startLocalService } from "../../support/server/local-service.ts";
import { rowsOf } from "../../support/server/observation-rows.ts";

let [cwd, service]: [string, LocalService] = [] as never;
beforeAll(async () => {
  [cwd, service] = await Promise.all([installed("bedrock"), startLocalService()]);
}, 120_000);
afterAll(() => service.stop());

test("gives InvokeModel the same answer with and without the preload, for every kind of body", async () => {
  const args = ["invoke.mjs"];
  const bare = await runProgram({ cwd, args });
  const traced = await runProgram({ cwd, node: ["--import", PRELOAD_FILE], args, env: sendingTo(service.url) });
  expect(traced).toEqual(bare);
  expect(bare.stdout.split("\n").map((line) => line.replace(/ (\{|The first).*?(?= true$|$)/, ""))).toEqual([
    "text 200 true",
    "bytes 200 true",
    "buffer 200 true",
    "blob TypeError",
    "not JSON 200 true",
    "answer not JSON 200 no JSON true",
    "none 200 true",
    "",
  ]);
});

test("records each call with its model, and with its usage if the answer reports one", async () => {
  const model = "anthropic.claude-3-haiku-20240307-v1:0";
  const usage = { input: 9, output: 2, total: 11 };
  const recorded = await service.observations();
  expect(rowsOf(recorded, "providedModelName", "usageDetails", "level")).toEqual([
    [model, usage, "DEFAULT"],
    [model, usage, "DEFAULT"],
    [model, usage, "DEFAULT"],
    [model, {}, "ERROR"],
    [model, usage, "DEFAULT"],
    [model, {}, "DEFAULT"],
    [model, usage, "DEFAULT"],
  ]);
});

test("records a call of LangChain once, as LangChain's, and a call beside it with its image as media", async () => {
  const args = ["--no-warnings", "langchain.mjs"];
  const before = new Set((await service.observations()).map(({ id }) => id));
  const bare = await runProgram({ cwd, args });
  const traced = await runProgram({ cwd, node: ["--import", PRELOAD_FILE], args, env: sendingTo(service.url) });
  expect(traced).toEqual(bare);
  expect(bare.exitCode).toBe(0);
  const recorded = (await service.observations()).filter(({ id }) => !before.has(id));
  const model = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
  expect(rowsOf(recorded, "name", "usageDetails", "providedModelName")).toEqual([
    ["ChatBedrockConverse", { input: 2, input_cache_creation: 1322, output: 5, total: 1329 }, model],
    ["ChatBedrockConverse", { input: 435, output: 68, total: 503 }, model],
    [`chat ${model}`, { input: 7, output: 30, total: 37 }, model],
    ["ChatBedrockConverse", { input: 397, output: 130, total: 527 }, model],
  ]);
  const inputs = recorded.map(({ input }) => String(input));
  for (const withImage of inputs.slice(2)) expect(withImage).toContain("@@@svcMedia:type=image/png|");
  expect(inputs.join()).not.toContain("iVBORw0KGgo");
});

test("is switched off by its name", async () => {
  const before = (await service.observations()).length;
  const env = { ...sendingTo(service.url), OTEL_NODE_DISABLED_INSTRUMENTATIONS: "bedrock" };
  await runProgram({ cwd, node: ["--import", PRELOAD_FILE], args: ["invoke.mjs"], env });
  expect(await service.observations()).toHaveLength(before);
});
