import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendingTo } from "../support/application.ts";
import { install, type Installation } from "../support/installed.ts";
import { startLocalService } from "../support/local-service.ts";
import { recordingsOf } from "../support/openai-recordings.ts";
import { OpenAIStandIn } from "../support/openai-stand-in.ts";

const run = promisify(execFile);
const OURS = [
  "src/core",
  "src/tracing",
  "src/otel",
  "src/client",
  "src/server",
  "instrumentations/openai",
  "instrumentations/langchain",
];
const THEIRS = { "@langchain/core": "1.2.13", openai: "7.55.0" };

describe.each([
  ["2.x", { ...THEIRS, "@opentelemetry/api": "1.9.1", "@opentelemetry/sdk-node": "0.223.0" }],
  ["3.x", { ...THEIRS, "@opentelemetry/api": "1.10.0", "@opentelemetry/sdk-node": "0.301.0" }],
])("the packages as published, in an application with an OpenTelemetry SDK %s and no preload", (_line, others) => {
  const recording = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;
  let installation: Installation;
  let standIn: OpenAIStandIn;

  beforeAll(async () => {
    [installation, standIn] = await Promise.all([install("published", OURS, others), OpenAIStandIn.start()]);
  }, 120_000);
  afterAll(() => Promise.all([installation.remove(), standIn.stop()]));

  it.each(["app.mjs", "app.cjs"])("are loaded by %s and record its calls", async (program) => {
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
    expect(JSON.parse(stdout)).toEqual([outputText, outputText, outputText, "Hello Ada"]);
    expect(stderr).toBe("");
    const stored = await service.observations();
    await service.stop();
    const common = { type: "GENERATION", name: "greeting", sessionId: "s-1", tags: ["support"] };
    expect(stored).toMatchObject([
      { ...common, userId: "u-1", metadata: { plan: "pro" } },
      { ...common, userId: "u-2", metadata: { plan: "pro" }, promptName: "greeting", promptVersion: 3 },
      { type: "SPAN", name: "hello", sessionId: "s-1", tags: ["support"], output: "Hello Ada" },
    ]);
  });
});
