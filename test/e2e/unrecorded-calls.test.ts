import { build } from "esbuild";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { PRELOAD_FILE } from "../support/paths.ts";
import { startExportSink, type ExportSink } from "../support/otlp/export-sink.ts";
import { ANSWER } from "../support/application/asking-application.ts";
import { installed } from "../support/application/installation.ts";
import { recordingsOf } from "../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../support/openai/openai-stand-in.ts";
import { folderOfTest } from "../support/temporary-folder.ts";

const RECORDING = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;
const APPS = join(import.meta.dirname, "../apps");
const VITEST = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const INSTALLED_MS = 240_000;

let sink: ExportSink;
let standIn: OpenAIStandIn;

beforeAll(async () => {
  [sink, standIn] = await Promise.all([startExportSink(), OpenAIStandIn.start()]);
});
afterAll(() => Promise.all([sink.close(), standIn.stop()]));

/**
 * Runs a program under the preload; returns the run with our log lines, without their time, and the names of the sent spans.
 */
async function traced(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<ApplicationRun & { lines: string[]; spans: string[] }> {
  sink.exports.length = 0;
  const { url } = standIn.perform(RECORDING.response);
  const options = { NODE_OPTIONS: `--require ${PRELOAD_FILE}`, OPENAI_BASE_URL: url };
  const run = await runProgram({ cwd, args, env: { ...sendingTo(sink.url), ...options, ...env } });
  const lines = run.stderr.split("\n").flatMap((line) => /\[Svc SDK\] (.*)/.exec(line)?.[1] ?? []);
  return { ...run, lines, spans: sink.spans.map(({ name }) => name) };
}

const OPENAI = [expect.stringMatching(/^WARN The preload did not record a call of openai: .+ docs\/preload\.md\.$/)];
const AI_SDK = [
  expect.stringMatching(/^WARN The preload did not record a call of ai: .+ withSvcTelemetry .+ docs\/preload\.md\.$/),
];

describe("logs one line about a model call that the preload cannot record", () => {
  it("of openai inside a bundle", async () => {
    const folder = folderOfTest("unrecorded");
    const outfile = join(folder, "bundle.mjs");
    // Two modules of the application that each make one call.
    await build({
      stdin: { contents: 'import "./ask.mjs"; import "./ask.mjs?again";', resolveDir: join(APPS, "forms") },
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "silent",
    });
    const run = await traced(folder, [outfile]);
    expect(run).toMatchObject({ stdout: `${ANSWER}\n${ANSWER}\n`, exitCode: 0, lines: OPENAI, spans: [] });
    const quiet = await traced(folder, [outfile], { SVC_LOG_LEVEL: "ERROR" });
    expect(quiet).toMatchObject({ stdout: `${ANSWER}\n${ANSWER}\n`, stderr: "", exitCode: 0, spans: [] });
    const unwanted = await traced(folder, [outfile], { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "openai" });
    expect(unwanted).toMatchObject({ stderr: "", exitCode: 0, spans: [] });
  });

  it(
    "of each package with the protocol of openai, inside a bundle",
    async () => {
      const folder = await installed("openai-compatible");
      const outfile = join(await mkdtemp(join(tmpdir(), "svc-unrecorded-")), "bundle.mjs");
      await build({
        stdin: {
          contents: `
          import { Cerebras } from "@cerebras/cerebras_cloud_sdk";
          import { Groq } from "groq-sdk";
          import Together from "together-ai";
          import { startStandIn } from "./stand-in.mjs";
          const server = await startStandIn();
          for (const Client of [Groq, Together, Cerebras]) {
            const baseURL = "http://127.0.0.1:" + server.address().port;
            const client = new Client({ apiKey: "none", baseURL, warmTCPConnection: false });
            const answer = await client.chat.completions.create({ model: "m", messages: [] });
            console.log(answer.choices[0].message.content);
          }
          server.closeAllConnections();
          server.close();`,
          resolveDir: folder,
        },
        outfile,
        bundle: true,
        platform: "node",
        format: "esm",
        logLevel: "silent",
        banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      });
      const run = await traced(dirname(outfile), [outfile]);
      expect(run).toMatchObject({ stdout: "Pacific.\n".repeat(3), exitCode: 0, spans: [] });
      expect(run.lines).toEqual(
        ["groq-sdk", "together-ai", "@cerebras/cerebras_cloud_sdk"].map((name) =>
          expect.stringContaining(`WARN The preload did not record a call of ${name}: `),
        ),
      );
      await rm(dirname(outfile), { recursive: true });
    },
    INSTALLED_MS,
  );

  const inVitest = (pool: string): ReturnType<typeof traced> => {
    const cwd = join(APPS, "test-runner");
    return traced(cwd, [VITEST, "run", "--root", cwd, "--pool", pool]);
  };

  // Half a second after it asked a fork to end, vitest kills it. A busy machine may not come to send spans in that time.
  it("of openai in a test of vitest, pool forks", { retry: 2 }, async () => {
    expect(await inVitest("forks")).toMatchObject({ exitCode: 0, lines: [], spans: ["chat gpt-4o-mini"] });
  });

  it("of openai in a test of vitest, pool vmThreads", async () => {
    expect(await inVitest("vmThreads")).toMatchObject({ exitCode: 0, lines: OPENAI, spans: [] });
  });

  it(
    "of openai in a test of jest",
    async () => {
      const cwd = await installed("jest-30");
      expect(await traced(cwd, ["node_modules/jest/bin/jest.js", "ask.test"])).toMatchObject({
        exitCode: 0,
        lines: OPENAI,
        spans: [],
      });
    },
    INSTALLED_MS,
  );

  it(
    "of the AI SDK up to version 6, inside a bundle",
    async () => {
      const outfile = join(await mkdtemp(join(tmpdir(), "svc-unrecorded-")), "bundle.cjs");
      const entryPoints = [join(await installed("ai-sdk-6"), "ask.cjs")];
      await build({ entryPoints, outfile, bundle: true, platform: "node", format: "cjs", logLevel: "silent" });
      const run = await traced(dirname(outfile), [outfile]);
      expect(run).toMatchObject({ stdout: `${ANSWER}\n`, exitCode: 0, lines: AI_SDK, spans: [] });
      const wrapped = await traced(dirname(outfile), [outfile, "--wrapped"]);
      expect(wrapped).toMatchObject({ stdout: `${ANSWER}\n`, exitCode: 0, lines: [] });
      expect(wrapped.spans).toEqual(["chat gpt-4o-mini", "ai.generateText", "chat gpt-4o-mini", "ai.generateText"]);
      await rm(dirname(outfile), { recursive: true });
    },
    INSTALLED_MS,
  );
});
