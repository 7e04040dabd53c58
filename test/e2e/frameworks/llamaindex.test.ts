import { expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { runProgram, sendingTo } from "../../support/application/run-application.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";
import { describeFramework, type FrameworkApplication } from "../../support/frameworks/framework.ts";
import { byName, times, treesOf, type Tree } from "../../support/server/observation-trees.ts";

const CHAT = "generation chat gpt-4o-mini";
const ANSWERED = `${CHAT} 20+5`;
const EMBEDDED: Tree = ["embedding embeddings text-embedding-3-small 4"];
const RETRIEVED: Tree = ["retriever VectorIndexRetriever", EMBEDDED];
const LEFT = "The application stopped reading the stream";
const UNREAD = "WARNING The answer was not read to its end";
const REFUSED = "ERROR 400 This model does not answer that";
const MULTIPLY: Tree = ["agent librarian", [CHAT], ["tool multiply"], [CHAT]];

/** Returns the tree of a query, in which everything has the same ending. */
const query = (ending = "", generation = `${CHAT} ${ending}`): Tree => [
  `chain RetrieverQueryEngine ${ending}`.trim(),
  RETRIEVED,
  [`chain CompactAndRefine ${ending}`.trim(), [generation]],
];
const QUERY = query("", ANSWERED);

/** The index, two questions, a stream, one that is left, one that fails, one alone, and 20 questions at once. */
const RAG_CHAT: FrameworkApplication = {
  request: /Question \d+/,
  trees: () => [
    ["chain ContextChatEngine", RETRIEVED, [ANSWERED]],
    ["chain ContextChatEngine", RETRIEVED, [CHAT]],
    ...times(21, QUERY),
    query(LEFT, `${CHAT} ${UNREAD}`),
    query(REFUSED),
    EMBEDDED,
    [ANSWERED],
  ],
  also: (recorded) => {
    const roots = recorded.filter(
      ({ name, input }) => name === "RetrieverQueryEngine" && String(input).startsWith("Question"),
    );
    for (const { traceId, input, output } of roots) {
      expect(output).toBe(`Answer to: ${String(input)}`);
      const asked = recorded.find((each) => each.traceId === traceId && each.type === "GENERATION")!;
      expect(String(asked.input)).toContain(`Query: ${String(input)}`);
    }
    const answers = recorded.filter(({ input }) => input === "Who finds it?" || input === "Who is left?");
    // The steps of a stream that is read, and of one that is left after its first piece.
    expect(answers.map(({ name, output }) => `${name} ${output}`).toSorted()).toEqual([
      "CompactAndRefine Answer ",
      "ContextChatEngine Answer to: Context information is below.",
      "RetrieverQueryEngine Answer ",
      expect.stringContaining("VectorIndexRetriever"),
      expect.stringContaining("VectorIndexRetriever"),
    ]);
    const found = recorded.find(({ type, traceId }) => type === "RETRIEVER" && traceId === roots[0]!.traceId)!;
    expect(JSON.parse(String(found.output))).toMatchObject([
      { id: expect.any(String), score: expect.any(Number), metadata: {} },
    ]);
    expect(found.metadata).toMatchObject({ count: 1 });
  },
};

const KNOWLEDGE_AGENT: FrameworkApplication = {
  page: "llamaindex.md",
  request: /Please multiply \d+/,
  trees: () => [
    ["agent librarian", [CHAT], ["tool look_up", QUERY], [CHAT]],
    ["agent librarian", [CHAT], ["tool divide ERROR no numbers"], [CHAT]],
    ...times(22, MULTIPLY),
    [`agent librarian ${REFUSED}`, [`${CHAT} ${REFUSED}`]],
    EMBEDDED,
    ["tool multiply"],
  ],
  also: (recorded) => {
    const tool = recorded.find(({ name }) => name === "look_up")!;
    expect([tool.input, tool.output]).toEqual([
      '{"query":"What does Ada write?"}',
      '{"content":"Answer to: What does Ada write?"}',
    ]);
    const agent = recorded.find(({ id }) => id === tool.parentObservationId)!;
    expect([agent.input, agent.output]).toEqual(["Please look_up Ada", expect.stringContaining("Answer to:")]);
  },
};

/** Answers that are torn, refused, left, dropped, late or not waited for, and agents that are left and dropped. */
const ENDINGS: FrameworkApplication = {
  trees: (version) => [
    query(version === "0.11" ? "ERROR Premature close" : "ERROR terminated"),
    query("ERROR Connection error."),
    query(REFUSED),
    query(LEFT, `${CHAT} ${UNREAD}`),
    [`chain RetrieverQueryEngine ${LEFT}`, RETRIEVED, [`chain CompactAndRefine ${LEFT}`]],
    QUERY,
    [`${CHAT} ERROR Request timed out.`],
    ...times(2, [`agent librarian ${LEFT}`, [CHAT]]),
    ["agent librarian", [CHAT]],
    EMBEDDED,
  ],
};

const { play } = describeFramework({
  name: "LlamaIndex",
  versions: { "0.12": "llamaindex", "0.11": "llamaindex-0.11" },
  inCi: ["0.12"],
  applications: { "rag-chat": RAG_CHAT, "knowledge-agent": KNOWLEDGE_AGENT, endings: ENDINGS },
});
const playChat = (env: Record<string, string>) => play("llamaindex", ["main.mjs", "rag-chat"], env);

test("records a model call by LlamaIndex's events where the instrumentation of the provider is switched off", async () => {
  const recorded = await playChat({ OTEL_NODE_DISABLED_INSTRUMENTATIONS: "openai" });
  const generations = recorded.filter(({ type }) => type === "GENERATION");
  expect(generations.length).toBeGreaterThanOrEqual(23);
  expect(generations.find(({ output }) => String(output).includes("Question 7"))).toMatchObject({
    name: "chat gpt-4o-mini",
    usageDetails: { input: 20, output: 5 },
    parentObservationId: recorded.find(
      ({ name, output }) => name === "CompactAndRefine" && String(output).includes("Question 7"),
    )!.id,
  });
});

test("records the queries of llamaindex 0.10, whose agents are other classes, which one line says", async () => {
  const recorded = await play("llamaindex-0.10", ["main.cjs", "rag-chat"], { SVC_LOG_LEVEL: "ERROR" });
  expect(byName(treesOf(recorded))).toEqual(byName(RAG_CHAT.trees("0.10")));
  const { stderr } = await runProgram({
    cwd: await installed("llamaindex-0.10"),
    node: ["--import", PRELOAD_FILE],
    args: ["--eval", "require('llamaindex')"],
    env: sendingTo("http://127.0.0.1:9"),
  });
  expect(
    stderr.match(/WARN @llamaindex\/workflow 1\.0\.3 .*its agents are not recorded; use version 1\.1 or later/g),
  ).toHaveLength(1);
});

test("records nothing of what was said when the content is switched off", async () => {
  const recorded = await playChat({ SVC_CAPTURE_CONTENT: "false" });
  expect(recorded.flatMap(({ input, output }) => [input, output]).filter((content) => content !== null)).toEqual([]);
  expect(JSON.stringify(recorded)).not.toMatch(/Ada|Question|does not answer/);
});

test("is switched off by its name", async () => {
  const recorded = await playChat({ OTEL_NODE_DISABLED_INSTRUMENTATIONS: "llamaindex" });
  expect(new Set(recorded.map(({ type }) => type))).toEqual(new Set(["GENERATION", "EMBEDDING"]));
});
