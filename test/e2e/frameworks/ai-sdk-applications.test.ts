// Applications after public examples of the AI SDK, under the preload, with 20 requests to each at once.
import { expect } from "vitest";
import { describeFramework } from "../../support/frameworks/framework.ts";
import type { StoredObservation } from "../../support/server/local-service.ts";
import { byName, times, treesOf, type Tree } from "../../support/server/observation-trees.ts";

const SMALL = "generation chat gpt-4o-mini 20+5";
const LARGE = "generation chat gpt-4o 20+5";
const EMBEDDED: Tree = ["embedding embeddings text-embedding-3-small 4"];

const CLASSIFIED: Tree = ["span classify", [SMALL]];
const RESEARCHER: Tree = ["agent researcher", [SMALL], ["tool search", ["span judge", [SMALL]]], [SMALL]];
const WRITTEN: readonly Tree[] = [
  ["span write", [LARGE]],
  ["span review", [SMALL]],
];

/** Requests of the support desk and of the researcher, with their number and the trees of each. */
const REQUESTS: ReadonlyArray<readonly [what: string, count: number, trees: readonly Tree[]]> = [
  ["a refund", 7, [CLASSIFIED, ["agent answer-refund", [LARGE], ["tool findOrder"], [LARGE]]]],
  [
    "a refund without an order",
    7,
    [CLASSIFIED, ["agent answer-refund", [LARGE], ["tool findOrder ERROR There is no order B2"], [LARGE]]],
  ],
  ["a question", 6, [CLASSIFIED, ["span answer-general", [SMALL]]]],
  ["a research", 20, [["span plan", [SMALL]], ...times(2, RESEARCHER), ...WRITTEN, ...WRITTEN]],
];

/** Expects that each request is one trace with all its trees, and that each trace has the customer of its request. */
function expectRequests(recorded: readonly StoredObservation[]): void {
  const traces = Map.groupBy(recorded, ({ traceId }) => traceId);
  const shapes = [...traces.values()].map((each) => JSON.stringify(byName(treesOf(each)))).toSorted();
  const expected = REQUESTS.flatMap(([, count, trees]) => Array<string>(count).fill(JSON.stringify(byName(trees))));
  expect(shapes).toEqual(expected.toSorted());
  const customers = recorded.filter(({ name }) => name.startsWith("answer-")).map(({ userId }) => userId);
  expect(customers).toHaveLength(20);
  expect(new Set(customers)).toEqual(new Set(Array.from({ length: 20 }, (_, index) => `c${index}`)));
}

/** Expects that each agent has the session of its chat, and that the documents are the input of their embedding. */
function expectChats(recorded: readonly StoredObservation[]): void {
  const documents = recorded.find(({ name }) => name === "ai.embedMany")!;
  expect(documents.input).toBe('["Penguins live in the south","Bears live in the north"]');
  for (const { sessionId, input } of recorded.filter(({ type }) => type === "AGENT")) {
    expect(sessionId).toBe(`chat-${/(?:question-|secret )(\d+)/.exec(String(input))![1]}`);
  }
}

const ENV = { NODE_NO_WARNINGS: "1" };
const MAINS = ["application.mjs", "application.cjs"] as const;

describeFramework({
  name: "an application of the AI SDK",
  versions: { 7: "ai-sdk-7" },
  mains: MAINS,
  env: ENV,
  applications: {
    service: {
      request: /topic-\d+/,
      trees: () => REQUESTS.flatMap(([, count, trees]) => times(count, ...trees)),
      also: expectRequests,
    },
  },
});

describeFramework({
  name: "a chat route with the AI SDK",
  versions: { "7": "ai-sdk-7", "6": "ai-sdk-6", "5": "ai-sdk-5", "4": "ai-sdk-4" },
  inCi: ["7", "4"],
  mains: MAINS,
  env: ENV,
  applications: {
    "chat-route": {
      page: "ai-sdk.md",
      request: /(?:question-|secret )\d+/,
      trees: (version) => {
        const refused: Tree = ["tool search ERROR Secrets are not searched"];
        // Up to version 4, a failure of a tool ends the answer.
        const after: Tree[] = version === "4" ? [] : [[SMALL]];
        return [
          ["span ai.embedMany", EMBEDDED],
          ...times(16, ["agent chat", [SMALL], ["tool search", EMBEDDED], [SMALL]]),
          ...times(4, ["agent chat", [SMALL], refused, ...after]),
        ];
      },
      also: expectChats,
    },
  },
});
