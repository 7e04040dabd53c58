import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runProgram, sendingTo } from "../support/application/run-application.ts";
import { PRELOAD_FILE } from "../support/paths.ts";
import { installed } from "../support/application/installation.ts";
import { startLocalService } from "../support/server/local-service.ts";
import { recordingsOf } from "../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../support/openai/openai-stand-in.ts";

const RECORDING = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;

it("pm2: traces a forked process by NODE_OPTIONS in env, and a cluster by node_args", async () => {
  const [cwd, home, service, standIn] = await Promise.all([
    installed("pm2-7"),
    mkdtemp(join(tmpdir(), "svc-pm2-")),
    startLocalService(),
    OpenAIStandIn.start(),
  ]);
  const { url } = standIn.perform(RECORDING.response);
  const pm2 = (...args: string[]) =>
    runProgram({
      cwd,
      args: ["node_modules/pm2/bin/pm2", ...args],
      env: {
        PM2_HOME: home,
        PRELOAD_FILE,
        APPLICATION_ENV: JSON.stringify({ ...sendingTo(service.url), OPENAI_BASE_URL: url }),
      },
    });
  const environments = async () =>
    (await service.observations({ type: "GENERATION" })).map(({ environment }) => environment).toSorted();
  try {
    await pm2("start", "ecosystem.config.cjs");
    await expect.poll(environments, { timeout: 60_000 }).toEqual(["cluster", "fork"]);
  } finally {
    await pm2("kill");
    await Promise.all([service.stop(), standIn.stop(), rm(home, { recursive: true })]);
  }
}, 240_000);
