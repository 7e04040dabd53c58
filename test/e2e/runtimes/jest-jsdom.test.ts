// Jest's environment of a web page, which requires the build for platforms without Node.
import { afterAll, beforeAll, expect, it } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { putPackages } from "../../support/application/our-packages.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { recordingsOf } from "../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../support/openai/openai-stand-in.ts";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";

const RECORDING = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;

let folder: string;
let service: LocalService;
let standIn: OpenAIStandIn;

beforeAll(async () => {
  [folder, service, standIn] = await Promise.all([installed("jest-30"), startLocalService(), OpenAIStandIn.start()]);
  await putPackages(folder, ["src/core", "src/tracing", "src/otel", "src/client", "instrumentations/openai"]);
}, 240_000);
afterAll(() => Promise.all([service.stop(), standIn.stop()]));

/** Runs one of the tests of the installation. */
function runJest(test: string, ...options: string[]): Promise<ApplicationRun> {
  const { url } = standIn.perform(RECORDING.response);
  return runProgram({
    cwd: folder,
    args: ["node_modules/jest/bin/jest.js", test, ...options],
    env: { ...sendingTo(service.url), OPENAI_BASE_URL: url, NO_COLOR: "1" },
  });
}

it("without fetch goes on, and one line says what is missing", async () => {
  const { stdout, stderr, exitCode } = await runJest("bare-page", "--env=jsdom");
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("1 passed")]);
  const lines = stdout.split("\n").filter((line) => line.includes("[Svc SDK]"));
  expect(lines).toEqual([
    expect.stringMatching(/ERROR This platform has no fetch and .*: spans, scores and media are not sent/),
  ]);
});

it("with the functions of a browser records a model call below its observation", async () => {
  const { stdout, stderr, exitCode } = await runJest("asking-page", "--env=./web-environment.js");
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("1 passed")]);
  expect(stdout).toBe("");
  const stored = await service.observations();
  const parent = stored.find(({ name }) => name === "render")!;
  expect(stored).toHaveLength(2);
  expect(stored).toContainEqual(
    expect.objectContaining({ type: "GENERATION", traceId: parent.traceId, parentObservationId: parent.id }),
  );
});
