import { beforeAll, describe, expect, it } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { type ApplicationRun, runProgram, sendingTo } from "../../support/application/run-application.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";
import { startLocalService, type StoredObservation } from "../../support/server/local-service.ts";

const PROGRAMS = [
  ["imported.mjs", {}],
  ["required.cjs", {}],
  ["observed.mjs", { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "groq,together,cerebras", SVC_CAPTURE_CONTENT: "false" }],
] as const;

const CHAT_USAGE = { input: 15, input_cached_tokens: 5, output: 5, output_reasoning_tokens: 3, total: 28 };
type Recorded = readonly [name: string, type: string, level: string, usage: object];
const chat = (model: string, level: string, usage: object): Recorded => [`chat ${model}`, "GENERATION", level, usage];

/** Chats of every client, in the order of the program. */
const CHATS = [
  ...Array.from({ length: 3 }, () => chat("m", "DEFAULT", CHAT_USAGE)),
  chat("retried", "DEFAULT", CHAT_USAGE),
  chat("m", "DEFAULT", CHAT_USAGE),
  chat("endless", "DEFAULT", {}),
  // A response that is not read, and a stream that is dropped.
  chat("m", "DEFAULT", {}),
  chat("m", "WARNING", {}),
];
const ABORTED = chat("endless", "WARNING", {});
const STREAMS = [chat("m", "DEFAULT", CHAT_USAGE), chat("m", "DEFAULT", CHAT_USAGE)];
const TEXTS = Array.from({ length: 2 }, (): Recorded => ["text_completion m", "GENERATION", "DEFAULT", CHAT_USAGE]);
const EMBEDDING: Recorded = ["embeddings m", "EMBEDDING", "DEFAULT", { input: 4, total: 4 }];
const IMAGE: Recorded = ["image_generation m", "GENERATION", "DEFAULT", {}];
const RERANK: Recorded = ["rerank m", "RETRIEVER", "DEFAULT", { input: 7, output: 0, total: 7 }];
const AUDIO: readonly Recorded[] = [
  ["speech m", "GENERATION", "DEFAULT", {}],
  ["transcription m", "GENERATION", "DEFAULT", {}],
  ["translation m", "GENERATION", "DEFAULT", {}],
];
const HELPER = chat("m", "DEFAULT", CHAT_USAGE);
const FAILURES = ["refused", "never", "broken", "failing", "m"].map((model) => chat(model, "ERROR", {}));

const GROQ = [...CHATS, ABORTED, ...STREAMS, EMBEDDING, ...AUDIO, ...FAILURES];
const TOGETHER = [...CHATS, ABORTED, ...STREAMS, ...TEXTS, EMBEDDING, IMAGE, RERANK, ...AUDIO, HELPER, ...FAILURES];
const CEREBRAS = [...CHATS, ...STREAMS, ...TEXTS, ...FAILURES];
const ALL = [...GROQ, ...GROQ, ...TOGETHER, ...CEREBRAS];

const sorted = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();

describe.each(PROGRAMS)("the clients of Groq, Together and Cerebras in %s", (program, env) => {
  let bare: ApplicationRun;
  let traced: ApplicationRun;
  let recorded: StoredObservation[];

  beforeAll(async () => {
    const cwd = await installed("openai-compatible");
    const service = await startLocalService();
    const args = [program];
    // Node hides deprecations of packages from the application, which it tells by the folder that the preload is in too.
    const node = ["--no-deprecation", "--expose-gc"];
    bare = await runProgram({ cwd, node, args });
    traced = await runProgram({
      cwd,
      node: [...node, "--import", PRELOAD_FILE],
      args,
      env: { ...sendingTo(service.url), ...env },
    });
    recorded = await service.observations({ limit: "200" });
    await service.stop();
  }, 120_000);

  it("give the application the same with and without the preload", () => {
    expect(traced.stderr).toBe("");
    expect([traced.stdout, traced.exitCode]).toEqual([bare.stdout, 0]);
  });

  it("are recorded with content, unless the application switches it off", () => {
    const hasContent = !("SVC_CAPTURE_CONTENT" in env);
    const contents = recorded.filter(({ input, output }) => input !== null || output !== null);
    expect(contents.length).toBe(hasContent ? recorded.length : 0);
    expect(JSON.stringify(recorded).includes("Name one ocean.")).toBe(hasContent);
  });

  it("are recorded once per call, with the usage", () => {
    const rows = recorded.map(({ name, type, level, usageDetails: usage }) => [name, type, level, parts(usage)]);
    expect(sorted(rows)).toEqual(sorted(ALL.map(([name, type, level, usage]) => [name, type, level, parts(usage)])));
  });
});

function parts(usage: object): unknown[] {
  return Object.entries(usage).toSorted(([a], [b]) => a.localeCompare(b));
}
