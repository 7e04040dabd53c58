import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../support/application/installation.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { PRELOAD_FILE } from "../support/paths.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../support/server/local-service.ts";
import { byName, treesOf, type Tree } from "../support/server/observation-trees.ts";

const INSTALLATION = "llamaindex";
const FORMS = ["main.mjs", "main.cjs"] as const;

let service: LocalService;
let folder: string;
beforeAll(async () => {
  [service, folder] = await Promise.all([startLocalService(), installed(INSTALLATION)]);
}, 240_000);
afterAll(() => service.stop());

const seen = new Set<string>();

/** Runs an application of `test/apps/llamaindex` without the preload and with it. Both must do the same. */
async function play(main: string, application: string, env: Record<string, string> = {}): Promise<StoredObservation[]> {
  const run = (node: readonly string[], more: Record<string, string> = {}): Promise<ApplicationRun> =>
    runProgram({ cwd: folder, node: ["--expose-gc", ...node], args: [main, application], env: more });
  const [bare, traced] = await Promise.all([
    run([]),
    run(["--import", PRELOAD_FILE], { ...sendingTo(service.url), ...env }),
  ]);
  expect(traced).toEqual(bare);
  expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
  const fresh = (await service.observations({ limit: "1000" })).filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return fresh;
}

const CHAT = "generation chat gpt-4o-mini";
const ANSWERED = `${CHAT} 20+5`;
const EMBEDDED: Tree = ["embedding embeddings text-embedding-3-small 4"];
const RETRIEVED: Tree = ["retriever VectorIndexRetriever", EMBEDDED];
const LEFT = "The application stopped reading the stream";
const REFUSED = "ERROR 400 This model does not answer that";
const QUERY: Tree = ["chain RetrieverQueryEngine", RETRIEVED, ["chain CompactAndRefine", [ANSWERED]]];
const MULTIPLY: Tree = ["agent librarian", [CHAT], ["tool multiply"], [CHAT]];
const times = (count: number, tree: Tree): Tree[] => Array.from({ length: count }, () => tree);

/** Trees of `test/apps/llamaindex/rag-chat.mjs`: the index, two questions, a stream, one that is left, one that fails, one alone. */
const RAG_CHAT: readonly Tree[] = [
  ["chain ContextChatEngine", RETRIEVED, [ANSWERED]],
  ["chain ContextChatEngine", RETRIEVED, [CHAT]],
  ...times(21, QUERY),
  [
    `chain RetrieverQueryEngine ${LEFT}`,
    RETRIEVED,
    [`chain CompactAndRefine ${LEFT}`, [`${CHAT} WARNING The answer was not read to its end`]],
  ],
  [`chain RetrieverQueryEngine ${REFUSED}`, RETRIEVED, [`chain CompactAndRefine ${REFUSED}`, [`${CHAT} ${REFUSED}`]]],
  EMBEDDED,
  [ANSWERED],
];

/** Trees of `test/apps/llamaindex/knowledge-agent.mjs`. */
const KNOWLEDGE_AGENT: readonly Tree[] = [
  ["agent librarian", [CHAT], ["tool look_up", QUERY], [CHAT]],
  ["agent librarian", [CHAT], ["tool divide ERROR no numbers"], [CHAT]],
  ...times(22, MULTIPLY),
  [`agent librarian ${REFUSED}`, [`${CHAT} ${REFUSED}`]],
  EMBEDDED,
  ["tool multiply"],
];

describe.each(FORMS)("LlamaIndex 0.12 under the preload, %s", (main) => {
  test("records a chat about documents as its reader expects it, 20 questions at once too", async () => {
    const recorded = await play(main, "rag-chat");
    expect(byName(treesOf(recorded))).toEqual(byName(RAG_CHAT));
    const roots = recorded.filter(
      ({ name, input }) => name === "RetrieverQueryEngine" && String(input).startsWith("Question"),
    );
    for (const { traceId, input, output } of roots) {
      expect(output).toBe(`Answer to: ${String(input)}`);
      const asked = recorded.find((each) => each.traceId === traceId && each.type === "GENERATION")!;
      expect(String(asked.input)).toContain(`Query: ${String(input)}`);
    }
    expect(roots).toHaveLength(20);
    const found = recorded.find(({ type, traceId }) => type === "RETRIEVER" && traceId === roots[0]!.traceId)!;
    expect(JSON.parse(String(found.output))).toMatchObject([
      { id: expect.any(String), score: expect.any(Number), metadata: {} },
    ]);
    expect(found.metadata).toMatchObject({ count: 1 });
  }, 60_000);

  test("records agents with their tools as their reader expects it", async () => {
    const recorded = await play(main, "knowledge-agent");
    expect(byName(treesOf(recorded))).toEqual(byName(KNOWLEDGE_AGENT));
    const tool = recorded.find(({ name }) => name === "look_up")!;
    expect([tool.input, tool.output]).toEqual([
      '{"query":"What does Ada write?"}',
      '{"content":"Answer to: What does Ada write?"}',
    ]);
    const agent = recorded.find(({ id }) => id === tool.parentObservationId)!;
    expect([agent.input, agent.output]).toEqual(["Please look_up Ada", expect.stringContaining("Answer to:")]);
  }, 60_000);
});

test("records a model call by LlamaIndex's events where the instrumentation of the provider is switched off", async () => {
  const recorded = await play("main.mjs", "rag-chat", { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "openai" });
  const generations = recorded.filter(({ type }) => type === "GENERATION");
  expect(generations.length).toBeGreaterThanOrEqual(23);
  expect(generations.find(({ output }) => String(output).includes("Question 7"))).toMatchObject({
    name: "chat gpt-4o-mini",
    usageDetails: { input: 20, output: 5 },
    parentObservationId: recorded.find(
      ({ name, output }) => name === "CompactAndRefine" && String(output).includes("Question 7"),
    )!.id,
  });
}, 60_000);

test("records nothing of what was said when the content is switched off", async () => {
  const recorded = await play("main.mjs", "rag-chat", { SVC_CAPTURE_CONTENT: "false" });
  expect(recorded.flatMap(({ input, output }) => [input, output]).filter((content) => content !== null)).toEqual([]);
  expect(JSON.stringify(recorded)).not.toMatch(/Ada|Question|does not answer/);
}, 60_000);

test("is switched off by its name", async () => {
  const recorded = await play("main.mjs", "rag-chat", { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "llamaindex" });
  expect(new Set(recorded.map(({ type }) => type))).toEqual(new Set(["GENERATION", "EMBEDDING"]));
}, 60_000);
