import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram, testSwitches } from "../../support/application/played-program.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { rowsOf } from "../../support/server/observation-rows.ts";

type Usage = Readonly<Record<string, number>>;
type Row = readonly [name: string, type: string, usage: Usage, level: string, message: string | null];

const EMBED = "embeddings voyage-3.5";
const RERANK = "rerank rerank-2.5";

const ok = (name: string, type: string, input: number): Row => [name, type, { input, total: input }, "DEFAULT", null];
const failed = (name: string, type: string, pattern: RegExp): Row => [
  name,
  type,
  {},
  "ERROR",
  expect.stringMatching(pattern) as never,
];

/** Observations of the calls of `test/installations/voyageai.mjs`, in their order. */
const EXPECTED: readonly Row[] = [
  ok(EMBED, "EMBEDDING", 10),
  ok(EMBED, "EMBEDDING", 4),
  ok("embeddings voyage-multimodal-3", "EMBEDDING", 3),
  ok("embeddings voyage-context-3", "EMBEDDING", 9),
  ok(RERANK, "RETRIEVER", 26),
  ok(RERANK, "RETRIEVER", 26),
  ok(EMBED, "EMBEDDING", 10),
  failed(EMBED, "EMBEDDING", /429|Slow down/),
  failed(RERANK, "RETRIEVER", /400|Wrong model/),
  failed(EMBED, "EMBEDDING", /time/i),
  failed(RERANK, "RETRIEVER", /abort/i),
  ok(EMBED, "EMBEDDING", 10),
  failed(EMBED, "EMBEDDING", /429|Slow down/),
];

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  service = await startLocalService();
  program = new PlayedProgram(service);
  await installed("voyageai-0.4");
}, 240_000);
afterAll(() => service.stop());

describe.each(["main.mjs", "main.cjs"])("voyageai 0.4, %s", (main) => {
  let recorded: StoredObservation[] = [];
  beforeAll(async () => {
    recorded = await program.play("voyageai-0.4", main);
  }, 60_000);

  test("records each call once, as its kind of observation, with its usage and its end", () => {
    expect(rowsOf(recorded, "name", "type", "usageDetails", "level", "statusMessage")).toEqual(EXPECTED);
  });

  test("records what was asked and answered, media apart, without the vectors", () => {
    const texts = JSON.stringify(recorded.map(({ input, output }) => [input, output]));
    expect(texts).not.toContain("iVBORw0KGgo");
    expect(texts.match(/@@@svcMedia:type=image\/png/g)).toHaveLength(1);
    const [embedding, packed, images, documents, rerank] = recorded;
    expect(embedding).toMatchObject({
      input: '["secret a","b"]',
      output: '{"count":2,"dimensions":3}',
      modelParameters: { inputType: "query", outputDimension: 3 },
    });
    expect(packed).toMatchObject({ input: "secret a", output: '{"count":1}' });
    expect(images).toMatchObject({
      output: '{"count":1,"dimensions":2}',
      metadata: { text_tokens: 2, image_pixels: 50 },
    });
    expect(documents!.output).toBe('{"count":3,"dimensions":2}');
    expect(rerank!.input).toBe('{"query":"What is a span?","documents":["A dog","A span"]}');
    expect(JSON.parse(String(rerank!.output))).toMatchObject([{ index: 1, relevanceScore: 0.9 }, { index: 0 }]);
  });
});

testSwitches({
  program: () => program,
  installation: "voyageai-0.4",
  calls: EXPECTED.length,
  said: /secret|Slow down|A span/,
  instrumentation: "voyageai",
});
