import { afterAll, beforeAll, expect, test } from "vitest";
import { runProgram, sendingTo } from "../support/application/run-application.ts";
import { PRELOAD_FILE } from "../support/paths.ts";
import { installed } from "../support/application/installation.ts";
import { type LocalService, startLocalService } from "../support/server/local-service.ts";

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
  expect(
    recorded.map(({ providedModelName, usageDetails, level }) => [providedModelName, usageDetails, level]),
  ).toEqual([
    [model, usage, "DEFAULT"],
    [model, usage, "DEFAULT"],
    [model, usage, "DEFAULT"],
    [model, {}, "ERROR"],
    [model, usage, "DEFAULT"],
    [model, {}, "DEFAULT"],
    [model, usage, "DEFAULT"],
  ]);
});
