import { afterAll, beforeAll, expect, test } from "vitest";
import { installed } from "../support/application/installation.ts";
import { runProgram, sendingTo } from "../support/application/run-application.ts";
import { PRELOAD_FILE } from "../support/paths.ts";
import { type LocalService, startLocalService } from "../support/server/local-service.ts";

let [cwd, service]: [string, LocalService] = [] as never;
beforeAll(async () => {
  [cwd, service] = await Promise.all([installed("anthropic-1"), startLocalService()]);
}, 120_000);
afterAll(() => service.stop());

test("records each model call once beside the spans that Anthropic's SDK makes itself, and counts each token once", async () => {
  const args = ["requests.mjs"];
  const bare = await runProgram({ cwd, args });
  const traced = await runProgram({ cwd, node: ["--import", PRELOAD_FILE], args, env: sendingTo(service.url) });
  expect(traced).toEqual(bare);
  expect(bare).toMatchObject({ stdout: "msg_1 msg_1 9 0 0 batch_1\n", stderr: "", exitCode: 0 });

  const recorded = await service.observations();
  expect(recorded.map(({ name, type, usageDetails }) => [name, type, usageDetails])).toEqual(
    Array.from({ length: 2 }, () => [
      "chat claude-haiku-4-5",
      "GENERATION",
      { input: 120, input_cached_tokens: 30, input_cache_creation: 5, output: 2, total: 157 },
    ]),
  );
});
