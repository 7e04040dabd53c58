import { build } from "esbuild";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { startExportSink } from "../../support/otlp/export-sink.ts";
import { recordingsOf, type Recording } from "../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../support/openai/openai-stand-in.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";
import { byName, treesOf, type Tree } from "../../support/server/observation-trees.ts";
import { testedVersions } from "../../support/tested-versions.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";

const CHAT = "generation chat gpt-4o-mini";
const SAID = `${CHAT} 30+3`;
const ASKED_FOR_TOOL = `${CHAT} 79+22`;
const LEFT = "The application stopped reading the stream";
const ABORTED = "This operation was aborted";
const REFUSED = "no such model";
const UNEXECUTED = "tool calculate The tool was not executed in this call";

/** Messages of a torn connection: version 4 passes on that of `fetch`. */
const TORN: Readonly<Record<number, string>> = { 4: "terminated" };

/** Calls of a provider's model without the AI SDK, which are recorded outside of bundles. */
const MODEL_CALLS: readonly Tree[] = [
  [SAID],
  [`${CHAT} 13+104`],
  [`${CHAT} ERROR ${REFUSED}`],
  [`${CHAT} ERROR ${REFUSED}`],
  [`${CHAT} ${LEFT}`],
];

/** Trees of the calls that `test/installations/ai-sdk-calls.mjs` makes in a major version. */
function callsOf(major: number): Tree[] {
  const torn = TORN[major] ?? "Failed to process successful response";
  const failed = major < 5 ? "Error executing tool calculate: no numbers" : "";
  // Up to version 6 the AI SDK reads the answer of the model to its end, whether the application does or not.
  const left = major < 7 ? `${CHAT} 13+104` : `${CHAT} ${LEFT}`;
  const trees: Tree[] = [
    ["span ask", [`${CHAT} 128+202+4+5`]],
    ["span described", [SAID]],
    ["span ai.generateText", [SAID]],
    ["agent agent", [ASKED_FOR_TOOL], ["tool calculate"], [SAID]],
    ["agent nested", [`${CHAT} 65+22`], ["tool innerAgentTool", ["span inner", [`${CHAT} 18+9`]]], [SAID]],
    major < 5
      ? [`agent failingTool ERROR ${failed}`, [ASKED_FOR_TOOL], ["tool calculate ERROR no numbers"]]
      : ["agent failingTool", [ASKED_FOR_TOOL], ["tool calculate ERROR no numbers"], [SAID]],
    ["agent unexecutedTool", [ASKED_FOR_TOOL], [UNEXECUTED]],
    ["agent streamedTool", [SAID], ["tool calculate"], [SAID]],
    ["span retried", [SAID]],
    [`span refused ERROR ${REFUSED}`, [`${CHAT} ERROR ${REFUSED}`]],
    ["span stream", [`${CHAT} 13+104`]],
    [`span break ${LEFT}`, [left]],
    [`span drop ${LEFT}`, [left]],
    [`span abort WARNING ${ABORTED}`, [`${CHAT} WARNING ${ABORTED}`]],
    [`span torn ERROR ${torn}`, [`${CHAT} ERROR ${torn}`]],
    [`span refusedStream ERROR ${REFUSED}`, [`${CHAT} ERROR ${REFUSED}`]],
    ["span object", [SAID]],
    ["span streamedObject", [SAID]],
    ["embedding embed 4"],
    ["span embedMany", ["embedding embeddings text-embedding-3-small 4"]],
    [`generation image gpt-image-1${major < 6 ? "" : " 5+7"}`],
    [`generation image gpt-image-1 ERROR ${REFUSED}`],
    ["generation speech tts-1"],
    ["generation transcription whisper-1"],
    ["span picture", [SAID]],
    ["span withoutContent", [SAID]],
    ...MODEL_CALLS,
    ["agent modelInTool", [ASKED_FOR_TOOL], ["tool calculate", [SAID]], [SAID]],
    ...Array.from({ length: 20 }, (_, index): Tree => [
      `agent outer ${index}`,
      [ASKED_FOR_TOOL],
      ["tool calculate", [`span inner ${index}`, [SAID]]],
      [SAID],
    ]),
  ];
  if (major >= 5) trees.push(["agent searched", [SAID], ["tool web_search"]], ["span output", [SAID]]);
  if (major >= 7) trees.push(["generation decide 100+20"], ["span gateway", ["generation chat unpriced-1 30+3"]]);
  if (major >= 6) {
    trees.push(["agent greeter", [SAID]], ["agent narrator", [`${CHAT} 13+104`]], ["retriever rerank"]);
  }
  return trees;
}

/** Returns the tree of a call in a bundle, where a provider's model is not recorded when a tool calls it. */
function bundledTree(tree: Tree): Tree {
  const [what] = tree;
  if (what === "agent modelInTool") return [what, [ASKED_FOR_TOOL], ["tool calculate"], [SAID]];
  return tree.with(0, UNNAMED[what] ?? what) as unknown as Tree;
}

/** Agents in a bundle, where their names are not known. */
const UNNAMED: Readonly<Record<string, string>> = {
  "agent greeter": "agent ai.generateText",
  "agent narrator": "agent ai.streamText",
};

const [RECORDING, STREAMED] = ["chat-basic", "chat-stream-usage"].map((name) =>
  recordingsOf("chat.completions.create").find(({ id }) => id === name)!,
) as [Recording, Recording];

let service: LocalService;
let standIn: OpenAIStandIn;
beforeAll(async () => {
  [service, standIn] = await Promise.all([startLocalService(), OpenAIStandIn.start()]);
}, 60_000);
afterAll(() => Promise.all([service.stop(), standIn.stop()]));

const seen = new Set<string>();

/** Runs a program with a major version of the AI SDK, and returns the observations that it sent. */
async function play(
  major: number,
  node: string[],
  main: string,
  env: Record<string, string> = {},
  args: string[] = [],
) {
  const run: ApplicationRun = await runProgram({
    cwd: await installed(`ai-sdk-${major}`),
    args: [main, ...args],
    node: ["--expose-gc", ...node],
    env,
  });
  const fresh = (await service.observations({ limit: "1000" })).filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return { run, recorded: fresh };
}

const traced = (major: number, main: string, env: Record<string, string> = {}, args: string[] = []) =>
  play(major, ["--import", PRELOAD_FILE], main, { ...sendingTo(service.url), ...env }, args);

/** Major versions, and programs in both module formats. */
const VERSIONS = testedVersions(
  [
    [7, "main.mjs"],
    [7, "main.cjs"],
    [6, "main.mjs"],
    [6, "main.cjs"],
    [5, "main.mjs"],
    [5, "main.cjs"],
    [4, "main.mjs"],
    [4, "main.cjs"],
  ] as const,
  [
    [7, "main.mjs"],
    [6, "main.cjs"],
  ],
);

describe.each(VERSIONS)("AI SDK %i under the preload, %s", (major, main) => {
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
    bare = (await play(major, [], main)).run;
    ({ run: preloaded, recorded } = await traced(major, main));
  }, 240_000);

  test("runs the application as without the preload", () => {
    expect(preloaded).toEqual(bare);
    expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
  });

  test("records each call as a tree, each usage once", () => {
    expect(byName(treesOf(recorded))).toEqual(byName(callsOf(major)));
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
    expect(JSON.parse(of("ask", "GENERATION").input!)).toMatchObject([{ role: "system" }, { role: "user" }]);
    expect(JSON.parse(of("agent", "GENERATION").input!)).toMatchObject({ tools: [{ name: "calculate" }] });
    expect(JSON.parse(of("agent", "TOOL").input!)).toEqual({ operation: "add", a: 5, b: 3 });
    expect(JSON.parse(of("agent", "TOOL").output!)).toEqual({ sum: 8 });
    const found = recorded
      .filter(({ name }) => name === "web_search")
      .map(({ output }) => JSON.parse(output!) as unknown);
    expect(found).toMatchObject(major < 5 ? [] : [{ action: { type: "search", query: "cats" } }]);
    expect(JSON.parse(of("streamedTool", "TOOL").output!)).toEqual({ sum: 8 });
    expect(JSON.parse(of("streamedObject").output!)).toEqual({ city: "Paris" });
    expect(JSON.parse(of("object").output!)).toEqual({ city: "Paris" });
    expect(of("retried", "GENERATION").metadata).toMatchObject({ attempts: 2 });
  });

  test("records how many vectors there are and how long they are, not the vectors", () => {
    const outputs = [of("embed"), of("embedMany", "EMBEDDING")].map(({ output }) => JSON.parse(output!) as unknown);
    expect(outputs).toEqual([
      { count: 1, dimensions: 2 },
      { count: 2, dimensions: 2 },
    ]);
  });

  test("records the state, the questions and the answers of a decision, and a cost that a router states", () => {
    const decisions = recorded.filter(({ name }) => name === "decide");
    const routed = recorded.filter(({ providedModelName }) => providedModelName === "unpriced-1");
    const told = decisions.map(
      ({ input, output, ...rest }) => [JSON.parse(input!), JSON.parse(output!), rest] as unknown,
    );
    const asked = { state: { message: "My money" }, questions: { refund: { type: "boolean" } } };
    const answered = { refund: { type: "boolean", probability: 0.9 } };
    expect(told).toMatchObject(major < 7 ? [] : [[asked, answered, { providedModelName: "gpt-6-luna" }]]);
    expect(routed.map(({ costDetails }) => costDetails)).toEqual(major < 7 ? [] : [{ total: 0.00123 }]);
  });

  test("records the calls of a provider's model without the AI SDK like its own", () => {
    const alone = recorded.filter(({ name, parentObservationId }) => CHAT.endsWith(name) && !parentObservationId);
    const said = alone.find(({ modelParameters }) => Object.hasOwn(modelParameters ?? {}, "temperature"));
    expect(said).toMatchObject({
      providedModelName: of("described", "GENERATION").providedModelName,
      modelParameters: { temperature: 0.2, provider: "openai.responses" },
      output: of("described", "GENERATION").output,
      costDetails: of("described", "GENERATION").costDetails,
    });
    expect(JSON.parse(said!.input!)).toEqual([{ role: "user", content: [{ type: "text", text: "Say hello." }] }]);
    const streamed = alone.find(({ usageDetails }) => usageDetails["output"] === 104)!;
    expect(streamed.output).toBe(of("stream", "GENERATION").output);
    expect(Date.parse(streamed.completionStartTime!)).toBeGreaterThanOrEqual(Date.parse(streamed.startTime));
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

  test("reads user, session, tags, prompt and metadata by the rule of the contract", () => {
    const { userId, sessionId, tags, metadata } = of("described");
    expect({ userId, sessionId, tags, metadata }).toMatchObject({
      userId: "ann",
      sessionId: "s1",
      tags: ["a", "b"],
    });
    expect(of("described", "GENERATION")).toMatchObject({ promptName: "greeting", promptVersion: 3 });
    expect(JSON.stringify(recorded)).not.toContain("a secret");
    expect(metadata).toMatchObject({
      text: "a",
      digits: "12",
      empty: "",
      seats: 4,
      trial: true,
      "plan.seats": 4,
      big: String(12n ** 20n),
      nan: "NaN",
    });
    expect(Object.keys(metadata)).not.toContain("none");
  });

  test("uploads pictures apart", () => {
    expect(of("picture", "GENERATION").input).toMatch(/@@@svcMedia:type=image\/png\|id=/);
  });

  test("records pictures, speech and transcripts", () => {
    const images = recorded.filter(({ name }) => name === "image gpt-image-1");
    const image = images.find(({ output }) => output !== null)!;
    expect(image).toMatchObject({ input: "A cat", output: expect.stringMatching(/@@@svcMedia:type=image\/png\|id=/) });
    expect(of("speech tts-1").input).toBe("Hello.");
    expect(JSON.parse(of("speech tts-1").output!)).toMatchObject({ byteLength: 11 });
    expect(JSON.parse(of("transcription whisper-1").input!)).toMatchObject({ byteLength: 33 });
    expect(of("transcription whisper-1").output).toBe("A cat.");
  });

  test("follows recordInputs, recordOutputs and isEnabled", () => {
    const { input, output } = of("withoutContent", "GENERATION");
    expect([input, output].join()).not.toMatch(/hello|Fine/);
    expect(recorded.map(({ name }) => name)).not.toContain("unrecorded");
  });

  test("records no content when it is switched off", async () => {
    const { recorded: silent } = await traced(major, main, { SVC_CAPTURE_CONTENT: "false" });
    // Of a failure, only its type is recorded.
    const outcomes = (trees: unknown): unknown =>
      JSON.parse(JSON.stringify(trees).replaceAll(/ (ERROR|WARNING) [^"]*/g, " $1"));
    expect(outcomes(byName(treesOf(silent)))).toEqual(outcomes(byName(callsOf(major))));
    expect(silent.flatMap(({ input, output }) => [input, output]).filter((content) => content !== null)).toEqual([]);
  }, 60_000);

  test("is switched off by its name", async () => {
    const { recorded: none } = await traced(major, main, { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "ai-sdk" });
    expect(none.filter(({ metadata }) => metadata["scope.name"] !== "ai")).toEqual([]);
  }, 60_000);
});

describe("AI SDK 7 in a bundle", () => {
  let out: string;
  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), "svc-ai-sdk-"));
  });
  afterAll(() => rm(out, { recursive: true }));

  /** Bundles a program of the installation; returns the bundle's file. */
  async function bundled(main: string): Promise<string> {
    const isCommonJs = main.endsWith(".cjs");
    const outfile = join(out, main);
    await build({
      entryPoints: [join(await installed("ai-sdk-7"), main)],
      outfile,
      bundle: true,
      platform: "node",
      format: isCommonJs ? "cjs" : "esm",
      define: { "import.meta.url": JSON.stringify(new URL("../../installations/ai-sdk.mjs", import.meta.url).href) },
      ...(!isCommonJs && {
        banner: {
          js: 'import { createRequire } from "node:module"; const require = createRequire(process.cwd() + "/x");',
        },
      }),
      logLevel: "error",
    });
    return outfile;
  }

  test.each(testedVersions(["main.mjs", "main.cjs"], ["main.mjs"]))(
    "records the calls of %s that are reported to integrations",
    async (main) => {
      const outfile = await bundled(main);
      const bare = await play(7, [], outfile);
      const { run, recorded } = await traced(7, outfile);
      expect(run).toEqual(bare.run);
      // The AI SDK reports neither the calls for images nor the names of agents.
      const reported = callsOf(7)
        .filter(([what]) => !what.startsWith("generation image") && !what.startsWith(CHAT))
        .map(bundledTree);
      expect(byName(treesOf(recorded))).toEqual(byName(reported));
    },
    120_000,
  );

  test("leaves a call to the integrations that it brings", async () => {
    const { url } = standIn.perform(RECORDING.response);
    const env = { OPENAI_BASE_URL: url };
    const outfile = await bundled("ask.mjs");
    const { run: bare } = await play(7, [], outfile, env, ["--integration"]);
    const { run, recorded } = await traced(7, outfile, env, ["--integration"]);
    expect(run).toEqual(bare);
    expect(bare.stdout).toContain("heard");
    expect(recorded).toEqual([]);
  }, 120_000);
});

describe("AI SDK with telemetry of the application's own", () => {
  test("records a call of version 7 that brings integrations, which hear the same as without the preload", async () => {
    const { url } = standIn.perform(RECORDING.response);
    const env = { OPENAI_BASE_URL: url };
    const { run: bare } = await play(7, [], "ask.mjs", env, ["--integration"]);
    const { run, recorded } = await traced(7, "ask.mjs", env, ["--integration"]);
    expect(run).toEqual(bare);
    expect(bare.stdout).toContain("heard");
    expect(treesOf(recorded)).toEqual([
      ["span ai.generateText", [`${CHAT} 22+3`]],
      ["span ai.generateText", [`${CHAT} 22+3`]],
    ]);
  }, 120_000);

  test("leaves a call of version 6 to the tracer that the application gave", async () => {
    const { url } = standIn.perform(RECORDING.response);
    const { run, recorded } = await traced(6, "own-tracer.mjs", { OPENAI_BASE_URL: url });
    expect(run).toMatchObject({ exitCode: 0, stdout: "ai.generateText,ai.generateText.doGenerate\n", stderr: "" });
    expect(recorded).toEqual([]);
  }, 120_000);

  test("sends the spans that a call of version 6 asks for to the application's own collector, and records the call once", async () => {
    const { url } = standIn.perform(RECORDING.response);
    const collector = await startExportSink(0, ["/v1/traces"]);
    const ofCollector = { OTEL_TRACES_EXPORTER: "otlp", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const { run, recorded } = await traced(6, "own-spans.mjs", { OPENAI_BASE_URL: url, ...ofCollector });
    await collector.close();
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    const sent = collector.spans.map(({ name }) => name);
    expect(sent).toEqual(expect.arrayContaining(["ai.generateText", "ai.generateText.doGenerate"]));
    expect(treesOf(recorded)).toEqual([["span greet", [`${CHAT} 22+3`]]]);
  }, 120_000);

  test("leaves the calls of version 7 to the integration of the AI SDK that the application has registered", async () => {
    const { url } = standIn.perform(RECORDING.response);
    const { recorded: own } = await traced(7, "ask.mjs", { OPENAI_BASE_URL: url }, ["--telemetry"]);
    const generations = own.filter(({ type }) => type === "GENERATION");
    expect(generations.map(({ name }) => name)).toEqual(["chat gpt-4o-mini", "chat gpt-4o-mini"]);
    expect(new Set(own.map(({ metadata }) => metadata["scope.name"]))).toEqual(new Set(["gen_ai"]));
  }, 120_000);
});

test("delivers the chat of a Vercel function through the platform's waitUntil", async () => {
  const { url } = standIn.perform(STREAMED.response);
  const { run, recorded } = await traced(7, "function.mjs", { OPENAI_BASE_URL: url, VERCEL: "1" });
  expect(run).toMatchObject({ signal: "SIGKILL", stderr: "" });
  expect(treesOf(recorded)).toEqual([["span ai.streamText", [`${CHAT} 22+4`]]]);
}, 60_000);
