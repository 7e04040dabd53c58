import { build } from "esbuild";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../support/application/installation.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { recordingsOf } from "../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../support/openai/openai-stand-in.ts";
import { PRELOAD_FILE } from "../support/paths.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../support/server/local-service.ts";

/** Observation in a tree: type, name and what is particular about it, with those below. */
type Tree = readonly [what: string, ...below: Tree[]];

const CHAT = "generation chat gpt-4o-mini";
const SAID = `${CHAT} 30+3`;
const ASKED_FOR_TOOL = `${CHAT} 79+22`;
const LEFT = "The application stopped reading the stream";
const ABORTED = "This operation was aborted";
const REFUSED = "no such model";
const BAD = "Failed to process successful response";

/** What `test/installations/ai-sdk-7/main.mjs` does, as trees, in the order of the calls. */
const TREES: readonly Tree[] = [
  ["span ask", [`${CHAT} 128+202+4+5`]],
  ["span described", [SAID]],
  ["agent agent", [ASKED_FOR_TOOL], ["tool calculate"], [SAID]],
  ["agent nested", [`${CHAT} 65+22`], ["tool innerAgentTool", ["span inner", [`${CHAT} 18+9`]]], [SAID]],
  ["agent failingTool", [ASKED_FOR_TOOL], ["tool calculate ERROR no numbers"], [SAID]],
  ["agent unexecutedTool", [ASKED_FOR_TOOL], ["tool calculate The tool was not executed in this call"]],
  ["agent searched", [SAID], ["tool web_search"]],
  ["span retried", [SAID]],
  [`span refused ERROR ${REFUSED}`, [`${CHAT} ERROR ${REFUSED}`]],
  ["span stream", [`${CHAT} 13+104`]],
  [`span break ${LEFT}`, [`${CHAT} ${LEFT}`]],
  [`span drop ${LEFT}`, [`${CHAT} ${LEFT}`]],
  [`span abort WARNING ${ABORTED}`, [`${CHAT} WARNING ${ABORTED}`]],
  [`span torn ERROR ${BAD}`, [`${CHAT} ERROR ${BAD}`]],
  [`span refusedStream ERROR ${REFUSED}`, [`${CHAT} ERROR ${REFUSED}`]],
  ["span object", [SAID]],
  ["span output", [SAID]],
  ["embedding embed 4"],
  ["span embedMany", ["embedding embeddings text-embedding-3-small 4"]],
  ["span picture", [SAID]],
  ["span withoutContent", [SAID]],
  ...Array.from({ length: 20 }, (_, index): Tree => [
    `agent outer ${index}`,
    [ASKED_FOR_TOOL],
    ["tool calculate", [`span inner ${index}`, [SAID]]],
    [SAID],
  ]),
];

const RECORDING = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;

let service: LocalService;
let standIn: OpenAIStandIn;
let folder: string;
beforeAll(async () => {
  [service, standIn] = await Promise.all([startLocalService(), OpenAIStandIn.start()]);
  folder = await installed("ai-sdk-7");
}, 240_000);
afterAll(() => Promise.all([service.stop(), standIn.stop()]));

const seen = new Set<string>();

async function play(node: string[], main: string, env: Record<string, string> = {}, args: string[] = []) {
  const run: ApplicationRun = await runProgram({
    cwd: folder,
    args: [main, ...args],
    node: ["--expose-gc", ...node],
    env,
  });
  const fresh = (await service.observations({ limit: "1000" })).filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return { run, recorded: fresh };
}

const traced = (main: string, env: Record<string, string> = {}) =>
  play(["--import", PRELOAD_FILE], main, { ...sendingTo(service.url), ...env });

function trees(recorded: readonly StoredObservation[], parent: string | null = null): Tree[] {
  const found: Tree[] = [];
  for (const each of recorded) {
    if (each.parentObservationId === parent) found.push([described(each), ...trees(recorded, each.id)]);
  }
  return found;
}

/** Returns trees by name: the calls that run together start in any order. */
const byName = (some: readonly Tree[]): Tree[] => some.toSorted(([one], [other]) => one.localeCompare(other));

function described({ type, name, level, statusMessage, usageDetails }: StoredObservation): string {
  const { total: _total, ...parts } = usageDetails;
  const counts = Object.values(parts).filter((count) => count > 0);
  const words = [type.toLowerCase(), name, level === "DEFAULT" ? "" : level, statusMessage ?? "", counts.join("+")];
  return words.filter((word) => word !== "").join(" ");
}

describe("AI SDK 7 under the preload", () => {
  let bare: ApplicationRun;
  let preloaded: ApplicationRun;
  let recorded: StoredObservation[];
  const of = (name: string, type?: string) => {
    const { traceId } = recorded.find((each) => each.name === name)!;
    return recorded.find(
      (each) => each.traceId === traceId && (type === undefined ? each.name === name : each.type === type),
    )!;
  };
  beforeAll(async () => {
    bare = (await play([], "main.mjs")).run;
    ({ run: preloaded, recorded } = await traced("main.mjs"));
  }, 60_000);

  test("runs the application as without the preload", () => {
    expect(preloaded).toEqual(bare);
    expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("records each call as a tree, each usage once", () => {
    expect(byName(trees(recorded))).toEqual(byName(TREES));
  });

  test("records messages, tools and answers", () => {
    expect(JSON.parse(of("ask").input!)).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "Say hello." },
    ]);
    expect(of("ask").output).toBe("2 + 2 equals 4.");
    expect(of("ask", "GENERATION")).toMatchObject({
      providedModelName: "gpt-4o-mini-2024-07-18",
      modelParameters: { temperature: 0.2, provider: "openai.responses" },
      metadata: { finish_reason: "stop" },
    });
    expect(JSON.parse(of("agent", "TOOL").input!)).toEqual({ operation: "add", a: 5, b: 3 });
    expect(JSON.parse(of("agent", "TOOL").output!)).toEqual({ sum: 8 });
    expect(JSON.parse(of("searched", "TOOL").output!)).toEqual({ action: { type: "search", query: "cats" } });
    expect(JSON.parse(of("object").output!)).toEqual({ city: "Paris" });
    expect(of("retried", "GENERATION").metadata).toMatchObject({ attempts: 2 });
  });

  test("records a stream as far as it was read, with the time of its first output", () => {
    const whole = of("stream", "GENERATION");
    expect(Date.parse(whole.completionStartTime!)).toBeGreaterThanOrEqual(Date.parse(whole.startTime));
    expect(JSON.parse(of("drop").output!)).toEqual({
      role: "assistant",
      content: expect.stringMatching(/^In circuits/),
    });
    expect(JSON.parse(of("abort", "GENERATION").output!)).toMatchObject({ role: "assistant" });
  });

  test("reads user, session, tags and metadata from the included runtime context", () => {
    const { userId, sessionId, tags, metadata } = of("described");
    expect({ userId, sessionId, tags, metadata }).toMatchObject({
      userId: "ann",
      sessionId: "s1",
      tags: ["a", "b"],
      metadata: { "plan.seats": 4 },
    });
    expect(JSON.stringify(recorded)).not.toContain("a secret");
  });

  test("uploads pictures apart", () => {
    expect(of("picture", "GENERATION").input).toMatch(/@@@svcMedia:type=image\/png\|id=/);
  });

  test("follows recordInputs, recordOutputs and isEnabled", () => {
    const { input, output } = of("withoutContent", "GENERATION");
    expect([input, output].join()).not.toMatch(/hello|Fine/);
    expect(recorded.map(({ name }) => name)).not.toContain("unrecorded");
  });

  test("records the calls of a bundle", async () => {
    const out = await mkdtemp(join(tmpdir(), "svc-ai-sdk-"));
    try {
      const outfile = join(out, "bundle.mjs");
      await build({
        entryPoints: [join(folder, "main.mjs")],
        outfile,
        bundle: true,
        platform: "node",
        format: "esm",
        define: { "import.meta.url": JSON.stringify(new URL("../installations/ai-sdk.mjs", import.meta.url).href) },
        banner: {
          js: 'import { createRequire } from "node:module"; const require = createRequire(process.cwd() + "/x");',
        },
        logLevel: "error",
      });
      const { run, recorded: ofBundle } = await traced(outfile);
      expect(run).toEqual(bare);
      expect(byName(trees(ofBundle))).toEqual(byName(TREES));
    } finally {
      await rm(out, { recursive: true });
    }
  }, 60_000);

  test("records no content when it is switched off", async () => {
    const { recorded: silent } = await traced("main.mjs", { SVC_CAPTURE_CONTENT: "false" });
    expect(byName(trees(silent))).toEqual(byName(TREES));
    expect(silent.flatMap(({ input, output }) => [input, output]).filter((content) => content !== null)).toEqual([]);
  }, 60_000);

  test("leaves the calls to the telemetry of the AI SDK that the application has registered", async () => {
    const { url } = standIn.perform(RECORDING.response);
    const env = { ...sendingTo(service.url), OPENAI_BASE_URL: url };
    const { recorded: own } = await play(["--import", PRELOAD_FILE], "ask.mjs", env, ["--telemetry"]);
    const generations = own.filter(({ type }) => type === "GENERATION");
    expect(generations.map(({ name }) => name)).toEqual(["chat gpt-4o-mini", "chat gpt-4o-mini"]);
    expect(new Set(own.map(({ metadata }) => metadata["scope.name"]))).toEqual(new Set(["gen_ai"]));
  }, 60_000);

  test("is switched off by its name", async () => {
    const { recorded: none } = await traced("main.mjs", { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "ai-sdk" });
    expect(none).toEqual([]);
  }, 60_000);
});
