import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram } from "../../support/application/played-program.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { testedVersions } from "../../support/tested-versions.ts";

/** Programs by their installation. The first versions of the clients differ from the newest in most calls. */
const RUNS = testedVersions(
  ["vector-stores", "vector-stores-oldest"].flatMap((name) =>
    ["main.mjs", "main.cjs"].map((main) => [name, main] as const),
  ),
  [
    ["vector-stores", "main.mjs"],
    ["vector-stores", "main.cjs"],
  ],
);

const VECTOR = { dimensions: 3 };
const ERROR = "ERROR";

/** Observation of a search: its input and what is found, or the level and the message of its failure. */
type Row = readonly [input: unknown, found: object] | readonly [input: unknown, level: string, message: unknown];

const RECIPES = { ids: ["a", "b"], scores: [0.9, 0.4], count: 2, readUnits: 5 };
const POINT = { ids: [7], scores: [0.8], count: 1 };
const OBJECT = { ids: ["10000000-0000-4000-8000-000000000001"], distances: [0.125], count: 1 };
const ROWS = { ids: ["m1", "m2"], distances: [0.25, 1.5], count: 2 };
const slow = expect.stringContaining("the secret recipe") as unknown;

const PINECONE: readonly Row[] = [
  [{ vector: VECTOR, filter: { genre: { $eq: "soup" } } }, RECIPES],
  ["a", RECIPES],
  [
    { inputs: { text: "onion soup" }, topK: 1 },
    { ids: ["r1"], scores: [0.7], count: 1, readUnits: 6, embedTotalTokens: 4 },
  ],
];
const PINECONE_ENDS: readonly Row[] = [
  ["fails", ERROR, slow],
  [[], ERROR, expect.stringContaining("You must enter an array") as unknown],
];
const QDRANT: readonly Row[] = [
  [{ query: VECTOR, filter: { must: [{ key: "year", match: { any: [1, 2] } }] } }, POINT],
  [{ recommend: { positive: [1, 2], negative: [VECTOR] } }, POINT],
  [
    [
      { query: VECTOR, limit: 1 },
      { query: 5, limit: 2, filter: { must: [] } },
    ],
    { ids: [1, 2], scores: [0.5, 0.5], count: 2 },
  ],
  [VECTOR, { ids: [1], scores: [0.5], count: 1 }],
  ["fails", ERROR, "Too Many Requests"],
];
const QDRANT_OLDEST: readonly Row[] = [
  [{ name: "text", vector: VECTOR }, POINT],
  [
    { positive: [1, 2], negative: [] },
    { ids: ["u-1"], scores: [0.6], count: 1 },
  ],
  ["fails", ERROR, "Too Many Requests"],
];
const CHROMA: readonly Row[] = [
  [{ queryTexts: ["onion soup"], where: { page: { $gt: 1 } } }, ROWS],
  [
    { vectors: 2, dimensions: 3 },
    { ids: ["m1", "m2", "m1", "m2"], distances: [0.25, 1.5, 0.25, 1.5], count: 4 },
  ],
  [{ queryEmbeddings: { vectors: 1, dimensions: 3 }, where: { name: "fails" } }, ERROR, expect.any(String)],
];
const WEAVIATE: readonly Row[] = [
  [{ query: "onion soup", filters: expect.objectContaining({ operator: "GreaterThan" }) as unknown }, OBJECT],
  [VECTOR, OBJECT],
  ["onion", OBJECT],
  ["onion", OBJECT],
];
const WEAVIATE_IMAGE: readonly Row[] = [[{ bytes: 9 }, OBJECT]];
const WEAVIATE_FAILS: readonly Row[] = [["onion", ERROR, slow]];
const TOGETHER = Array.from({ length: 20 }, (_, place): Row => [
  `together-${place}`,
  { ...RECIPES, ids: [`together-${place}`, "b"] },
]);
const LAST: readonly Row[] = [
  ["a", RECIPES],
  ["fails", ERROR, slow],
];

/** Searches of `test/installations/vector-stores.mjs`. Fetching, scrolling and writing are no searches. */
const EXPECTED: Readonly<Record<string, readonly Row[]>> = {
  "vector-stores": [
    ...PINECONE,
    [
      [{ type: "text", fields: ["title"], query: "onion soup" }],
      { ids: ["d1"], scores: [3.5], count: 1, readUnits: 1 },
    ],
    ...PINECONE_ENDS,
    ...QDRANT,
    ...CHROMA,
    ...WEAVIATE,
    ...WEAVIATE_IMAGE,
    ...WEAVIATE_FAILS,
    ...TOGETHER,
    ...LAST,
  ],
  "vector-stores-oldest": [
    ...PINECONE,
    ...PINECONE_ENDS,
    ...QDRANT_OLDEST,
    ...CHROMA,
    ...WEAVIATE,
    ...WEAVIATE_FAILS,
    ...TOGETHER,
    ...LAST,
  ],
};

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  service = await startLocalService();
  program = new PlayedProgram(service);
  for (const name of new Set(RUNS.map(([installation]) => installation))) await installed(name);
}, 240_000);
afterAll(() => service.stop());

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
};

describe.each(RUNS)("%s, %s", (installation, main) => {
  let recorded: StoredObservation[] = [];
  beforeAll(async () => {
    recorded = await program.play(installation, main);
  }, 60_000);

  test("records each search once, as a retriever, with its query, its hits and its end", () => {
    const rows = recorded.map(({ input, metadata, level, statusMessage }) =>
      level === ERROR ? [parsed(input), level, statusMessage] : [parsed(input), withoutScope(metadata)],
    );
    const expected = EXPECTED[installation]!;
    // Searches that start in the same millisecond are stored in any order.
    for (const row of expected) expect(rows).toContainEqual([...row]);
    expect(rows).toHaveLength(expected.length);
    expect(new Set(recorded.map(({ type }) => type))).toEqual(new Set(["RETRIEVER"]));
    expect(new Set(recorded.map(({ name }) => name))).toEqual(
      new Set(["retrieval recipes", "retrieval Recipes", "retrieval Fails"]),
    );
  });

  test("records the documents without their vectors", () => {
    const outputs = recorded.map(({ output }) => parsed(output));
    expect(JSON.stringify(recorded)).not.toMatch(/0\.1,0\.2|0\.10000/);
    expect(outputs[0]).toEqual([
      { id: "a", score: 0.9, values: VECTOR, metadata: { text: "the secret recipe", ratings: [1, 2] } },
      { id: "b", score: 0.4, values: VECTOR, metadata: { text: "bread" } },
    ]);
    expect(outputs).toContainEqual([
      { id: "m1", distance: 0.25, document: "the secret recipe", metadata: { page: 3 } },
      { id: "m2", distance: 1.5, document: "bread" },
    ]);
    expect(outputs).toContainEqual([
      expect.objectContaining({
        properties: { title: "the secret recipe" },
        metadata: expect.objectContaining({ distance: 0.125 }) as unknown,
      }),
    ]);
  });
});

/** Returns the metadata without what describes the library that recorded. */
function withoutScope(metadata: unknown): object {
  const own = Object.entries(metadata as object).filter(([name]) => !/^(?:scope|resourceAttributes)\./.test(name));
  return Object.fromEntries(own);
}

test("records numbers of hits, ids and scores alone when the content is switched off", async () => {
  const recorded = await program.play("vector-stores", "main.mjs", { SVC_CAPTURE_CONTENT: "false" });
  expect(recorded.flatMap(({ input, output }) => [input, output]).filter((content) => content !== null)).toEqual([]);
  expect(JSON.stringify(recorded)).not.toMatch(/secret|onion/);
  expect(recorded[0]!.metadata).toMatchObject({ ids: ["a", "b"], scores: [0.9, 0.4], count: 2 });
}, 60_000);

test("is switched off by its names", async () => {
  const env = { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "pinecone,qdrant,chroma,weaviate" };
  expect(await program.play("vector-stores", "main.mjs", env)).toEqual([]);
}, 60_000);
