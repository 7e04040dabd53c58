import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendingTo } from "../support/application.ts";
import { install, type Installation } from "../support/installed.ts";
import { startLocalService, type StoredObservation } from "../support/local-service.ts";
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

const recording = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;
const { outputText } = recording.expected;
let installation: Installation;
let standIn: OpenAIStandIn;

/** What a program of the installation has printed and what the service has stored of it then. */
async function runIn({ folder }: Installation, program: string): Promise<[unknown, StoredObservation[]]> {
  const service = await startLocalService();
  const { stdout, stderr } = await run(process.execPath, [program], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      ...sendingTo(service.url),
      CALL_URL: standIn.perform(recording.response).url,
      CALL_PARAMS: JSON.stringify(recording.call.params),
    },
  });
  const stored = await service.observations();
  await service.stop();
  expect(stderr).toBe("");
  return [JSON.parse(stdout), stored];
}

/** Installs the packages as they would be published, without a flag, beside others. */
function installBeside(others: Record<string, string>): void {
  beforeAll(async () => {
    [installation, standIn] = await Promise.all([install("published", OURS, others), OpenAIStandIn.start()]);
  }, 120_000);
  afterAll(() => Promise.all([installation?.remove(), standIn?.stop()]));
}

describe.each([
  ["2.x", { ...THEIRS, "@opentelemetry/api": "1.9.1", "@opentelemetry/sdk-node": "0.223.0" }],
  ["3.x", { ...THEIRS, "@opentelemetry/api": "1.10.0", "@opentelemetry/sdk-node": "0.301.0" }],
])("the packages as published, in an application with an OpenTelemetry SDK %s and no preload", (_line, others) => {
  installBeside(others);

  it.each(["app.mjs", "app.cjs"])("are loaded by %s and record its calls", async (program) => {
    const [printed, stored] = await runIn(installation, program);
    expect(printed).toEqual([outputText, outputText, outputText, "Hello Ada"]);
    const common = { type: "GENERATION", name: "greeting", sessionId: "s-1", tags: ["support"] };
    expect(stored).toMatchObject([
      { ...common, userId: "u-1", metadata: { plan: "pro" } },
      { ...common, userId: "u-2", metadata: { plan: "pro" }, promptName: "greeting", promptVersion: 3 },
      { type: "SPAN", name: "hello", sessionId: "s-1", tags: ["support"], output: "Hello Ada" },
    ]);
  });
});

describe("the packages as published, in an application with Sentry 10 and no preload", () => {
  installBeside({ ...THEIRS, "@sentry/node": "10.78.0" });

  it("share its copy of OpenTelemetry's API", async () => {
    const files = await readdir(join(installation.folder, "node_modules"), { recursive: true });
    expect(files.filter((file) => file.endsWith("@opentelemetry/api/package.json"))).toHaveLength(1);
  });

  it("record observations in its tracing", async () => {
    const [printed, stored] = await runIn(installation, "sentry.mjs");
    expect(printed).toEqual([outputText]);
    const question = stored.find(({ name }) => name === "question")!;
    expect(question).toMatchObject({ type: "SPAN", parentObservationId: null });
    expect(stored.filter(({ type }) => type === "GENERATION")).toMatchObject([{ parentObservationId: question.id }]);
  });
});
