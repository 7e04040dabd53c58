// A batch of many scores is stored in parts, between which the requests of other projects are answered.
import { beforeAll, expect, test } from "vitest";
import { callsOf } from "../../support/server/api-calls.ts";
import { describeOnEngines } from "../../support/storage/describe-on-engines.ts";
import { LASTING_ENGINES } from "../../support/storage/storage-engines.ts";

/** Twenty parts. */
const SCORES = 10_000;

function scores(change: object): object[] {
  return Array.from({ length: SCORES }, (_, i) => ({ id: `s-${i}`, traceId: "t", name: "n", value: 1, ...change }));
}

function events(): object {
  const timestamp = "2026-01-01T00:00:00Z";
  return { batch: scores({}).map((body, i) => ({ id: `e-${i}`, type: "score-create", timestamp, body })) };
}

/**
 * Batches of one request, each with its answer and the fewest answers that another project gets, one after the other, meanwhile. Parts of
 * which nothing is stored are over sooner than such an answer.
 */
const BATCHES: ReadonlyArray<[name: string, path: string, body: object, answer: object, others: number]> = [
  ["events with scores", "/ingestion", events(), { successes: { length: SCORES }, errors: [] }, 14],
  ["a list of scores", "/scores", scores({}), { message: "Accepted" }, 14],
  ["a list of scores without a trace", "/scores", scores({ traceId: "" }), { rejected: SCORES }, 4],
  ["a list of scores of an unknown config", "/scores", scores({ configId: "unknown" }), { rejected: SCORES }, 4],
];

describeOnEngines(LASTING_ENGINES, `a batch of ${SCORES} scores`, (service) => {
  const call = callsOf(() => service().server);
  let authorization: string;
  let others: string;
  beforeAll(async () => {
    authorization = await service().projectKeys("batches");
    others = await service().projectKeys("others");
  });

  test.each(BATCHES)("leaves turns to another project: %s", async (_, path, body, answer, least) => {
    const sent = { isAnswered: false };
    const batch = call("POST", path, JSON.stringify(body), authorization).finally(() => (sent.isAnswered = true));
    let answers = 0;
    while (!sent.isAnswered) {
      expect((await call("POST", "/scores", { traceId: "t", name: "n", value: 1 }, others)).status).toBe(200);
      answers += 1;
    }
    expect((await batch).body).toMatchObject(answer);
    expect(answers).toBeGreaterThanOrEqual(least);
  });
});
