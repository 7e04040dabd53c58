import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendingTo } from "../support/application.ts";
import { install, type Installation } from "../support/installed.ts";
import { startLocalService } from "../support/local-service.ts";
import { recordingsOf } from "../support/openai-recordings.ts";
import { OpenAIStandIn } from "../support/openai-stand-in.ts";

const run = promisify(execFile);
const OURS = ["src/core", "src/tracing", "src/otel", "instrumentations/openai"];
const OTHERS = { "@opentelemetry/api": "1.10.0", "@opentelemetry/sdk-node": "0.301.0", openai: "7.55.0" };

describe("observeOpenAI in an application with an OpenTelemetry SDK of its own and no preload", () => {
  const recording = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;
  let installation: Installation;
  let standIn: OpenAIStandIn;

  beforeAll(async () => {
    [installation, standIn] = await Promise.all([install("own-openai", OURS, OTHERS), OpenAIStandIn.start()]);
  }, 120_000);
  afterAll(() => Promise.all([installation.remove(), standIn.stop()]));

  it.each(["app.mjs", "app.cjs"])("%s", async (program) => {
    const service = await startLocalService();
    const { stdout, stderr } = await run(process.execPath, [program], {
      cwd: installation.folder,
      env: {
        PATH: process.env["PATH"],
        ...sendingTo(service.url),
        CALL_URL: standIn.perform(recording.response).url,
        CALL_PARAMS: JSON.stringify(recording.call.params),
      },
    });
    const { outputText } = recording.expected;
    expect(JSON.parse(stdout)).toEqual([outputText, outputText, outputText]);
    expect(stderr).toBe("");
    const stored = await service.observations();
    await service.stop();
    const common = { type: "GENERATION", name: "greeting", sessionId: "s-1", tags: ["support"] };
    expect(stored).toMatchObject([
      { ...common, userId: "u-1", metadata: { plan: "pro" } },
      { ...common, userId: "u-2", metadata: { plan: "pro" }, promptName: "greeting", promptVersion: 3 },
    ]);
  });
});
