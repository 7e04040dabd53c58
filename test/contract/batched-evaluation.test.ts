import { SvcClient, type BatchedEvaluationParams } from "@svc/client";
import type { ObservationV2 } from "@svc/core/api";
import { startActiveObservation, startObservation } from "@svc/tracing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerJson, startRecordingService, type RecordingService } from "../support/http/recording-service.ts";
import { record, stopRecording } from "../support/otlp/recorded-spans.ts";
import { TEST_KEYS } from "../support/otlp/traced.ts";
import { logLinesOfEachTest } from "../support/log-lines.ts";

const FILTER = JSON.stringify([{ type: "string", column: "type", operator: "=", value: "GENERATION" }]);

let service: RecordingService;
let client: SvcClient;
/** Number of observations that the service has. */
let count: number;

const logged = logLinesOfEachTest();
beforeEach(async () => {
  count = 7;
  service = await startRecordingService((response, _nth, { path, query }) => {
    if (path === "/api/public/scores") answerJson(response, 202, { message: "Accepted" });
    else {
      const filters = JSON.parse(query["filter"] ?? "[]") as Array<{ column: string; value: string[] }>;
      const ids = filters.find(({ column }) => column === "id")?.value;
      const found = Array.from({ length: count }, (_, n) => ({
        id: `o-${n}`,
        traceId: `t-${n}`,
        input: `"input ${n}"`,
        output: "output",
        metadata: { n },
      })).filter(({ id }) => ids?.includes(id) ?? true);
      const start = Number(query["cursor"] ?? 0);
      const end = start + Number(query["limit"]);
      const meta = { cursor: end < found.length ? String(end) : null };
      answerJson(response, 200, { data: found.slice(start, end), meta });
    }
  });
  client = new SvcClient({ ...TEST_KEYS, baseUrl: service.url });
});

afterEach(async () => {
  await service.close();
});

const params: BatchedEvaluationParams = {
  filter: FILTER,
  mapper: ({ item }) => ({ input: item.input, output: item.output, metadata: item.metadata }),
  evaluators: [({ output }) => ({ name: "length", value: String(output).length })],
};
const reads = (): Array<Record<string, string>> =>
  service.requests.filter(({ path }) => path === "/api/public/v2/observations").map(({ query }) => query);
const scores = (): Array<Record<string, unknown>> =>
  service.requests.filter(({ path }) => path === "/api/public/scores").flatMap(({ body }) => body as []);

describe("Batched evaluation", () => {
  it("reads the v2 observations in pages and scores each", async () => {
    const result = await client.runBatchedEvaluation({ ...params, batchSize: 3, metadata: { by: "batch" } });
    expect(reads()).toEqual([
      { fields: "core,basic,io,metadata", filter: FILTER, limit: "3" },
      { fields: "core,basic,io,metadata", filter: FILTER, limit: "3", cursor: "3" },
      { fields: "core,basic,io,metadata", filter: FILTER, limit: "3", cursor: "6" },
    ]);
    expect(scores()).toHaveLength(7);
    expect(scores()[0]).toMatchObject({
      name: "length",
      value: 6,
      traceId: "t-0",
      observationId: "o-0",
      metadata: { by: "batch" },
    });
    expect(result).toEqual({
      isComplete: true,
      itemsFetched: 7,
      itemsEvaluated: 7,
      scoresCreated: 7,
      evaluationsFailed: 0,
      failures: [],
    });
  });

  it("calls the mapper with item; input and output are raw strings", async () => {
    const items: ObservationV2[] = [];
    await client.runBatchedEvaluation({
      ...params,
      maxItems: 1,
      mapper: (given) => (items.push(given.item), { input: 1, output: 2 }),
    });
    expect(items).toMatchObject([{ id: "o-0", input: '"input 0"', output: "output" }]);
  });

  it("accepts fields", async () => {
    await client.runBatchedEvaluation({ ...params, fields: "core,io" });
    expect(reads()[0]).toMatchObject({ fields: "core,io", limit: "50" });
  });

  it("continues with a resume token", async () => {
    const first = await client.runBatchedEvaluation({ ...params, batchSize: 3, maxItems: 4 });
    expect(first).toMatchObject({ isComplete: false, itemsFetched: 4, resumeToken: expect.any(String) as string });
    const second = await client.runBatchedEvaluation({ ...params, resumeFrom: first.resumeToken! });
    expect(second).toMatchObject({ isComplete: true, itemsFetched: 3 });
    expect(scores().map(({ observationId }) => observationId)).toEqual(Array.from({ length: 7 }, (_, n) => `o-${n}`));
  });

  it.each<[what: string, change: (token: string) => Partial<BatchedEvaluationParams>, complaint: string]>([
    ["a different filter", (resumeFrom) => ({ resumeFrom, filter: "[]" }), "resumeFrom is of another filter"],
    ["no filter", (resumeFrom) => ({ resumeFrom, filter: undefined as never }), "resumeFrom is of another filter"],
    ["a text that is no resume token", () => ({ resumeFrom: "token" }), "is no resume token"],
    [
      "a token of the previous generation",
      () => ({ resumeFrom: btoa(JSON.stringify({ scope: "traces", filter: FILTER, last_processed_id: "t" })) }),
      "is no resume token",
    ],
  ])("rejects to resume with %s", async (_what, change, complaint) => {
    const { resumeToken } = await client.runBatchedEvaluation({ ...params, maxItems: 1 });
    service.requests.length = 0;
    await expect(client.runBatchedEvaluation({ ...params, ...change(resumeToken!) })).rejects.toThrow(complaint);
    expect(service.requests).toEqual([]);
  });

  it("ignores white space in the filter", async () => {
    const { resumeToken } = await client.runBatchedEvaluation({ ...params, maxItems: 1 });
    const filter = JSON.stringify(JSON.parse(FILTER), null, 2);
    expect((await client.runBatchedEvaluation({ ...params, filter, resumeFrom: resumeToken! })).isComplete).toBe(true);
  });

  it("logs and counts failed mappers and evaluators", async () => {
    const result = await client.runBatchedEvaluation({
      ...params,
      itemTimeoutMs: 50,
      mapper: ({ item }) => {
        if (item.id === "o-1") throw new Error("no such field");
        return item.id === "o-2" ? new Promise(() => {}) : { input: item.id, output: 1 };
      },
      evaluators: [
        function patient({ input }) {
          if (input === "o-3") throw new Error("no idea");
          return { name: "a", value: 1 };
        },
      ],
    });
    expect(result).toMatchObject({
      isComplete: true,
      itemsEvaluated: 5,
      scoresCreated: 4,
      evaluationsFailed: 1,
    });
    expect(result.failures.toSorted((one, other) => one.observationId.localeCompare(other.observationId))).toEqual([
      { observationId: "o-1", error: new Error("no such field") },
      { observationId: "o-2", error: new Error("it took longer than 0.05 s") },
      { observationId: "o-3", evaluator: "patient", error: new Error("no idea") },
    ]);
    expect(logged.errors()).toContain("The observation o-1 could not be evaluated: no such field");
    expect(logged.errors()).toContain("the observation o-3: no idea");
  });

  it("judges the observations that its judge failed on, and no others, with a next call", async () => {
    let isAway = true;
    const evaluators: BatchedEvaluationParams["evaluators"] = [
      ({ input }) => {
        if (isAway && /[1-4]/.test(String(input))) throw new Error("away");
        return { name: "a", value: Number.isNaN(input) ? 0 : 1 };
      },
    ];
    const first = await client.runBatchedEvaluation({ ...params, evaluators });
    expect(first).toMatchObject({ isComplete: true, scoresCreated: 3, evaluationsFailed: 4 });
    const observationIds = first.failures.map(({ observationId }) => observationId);
    expect(observationIds.toSorted()).toEqual(["o-1", "o-2", "o-3", "o-4"]);
    isAway = false;
    service.requests.length = 0;
    const second = await client.runBatchedEvaluation({ ...params, evaluators, observationIds, batchSize: 3 });
    expect(second).toEqual({
      isComplete: true,
      itemsFetched: 4,
      itemsEvaluated: 4,
      scoresCreated: 4,
      evaluationsFailed: 0,
      failures: [],
    });
    const ofIds = (value: string[]): object => ({ type: "stringOptions", column: "id", operator: "any of", value });
    expect(reads().map(({ filter }) => JSON.parse(filter!) as unknown)).toEqual([
      [...(JSON.parse(FILTER) as object[]), ofIds(observationIds.slice(0, 3))],
      [...(JSON.parse(FILTER) as object[]), ofIds(observationIds.slice(3))],
    ]);
    expect(scores().map(({ observationId }) => observationId)).toEqual(observationIds);
  });

  it("lists the ids that no observation has, and those that could not be read", async () => {
    const gone = await client.runBatchedEvaluation({ ...params, observationIds: ["o-0", "gone"] });
    expect(gone).toMatchObject({ isComplete: true, itemsEvaluated: 1 });
    expect(gone.failures).toEqual([
      { observationId: "gone", error: new Error("no observation of the filter has this id") },
    ]);
    const { answer } = service;
    service.answer = (response, nth, request) =>
      request.query["filter"]?.includes('"o-1"') ? void response.writeHead(403).end() : answer(response, nth, request);
    const result = await client.runBatchedEvaluation({
      ...params,
      batchSize: 1,
      observationIds: ["o-0", "o-1", "o-2"],
    });
    expect(result).toMatchObject({ isComplete: false, itemsEvaluated: 1, error: { statusCode: 403 } });
    expect(result.failures.map(({ observationId }) => observationId)).toEqual(["o-1", "o-2"]);
    expect(result).not.toHaveProperty("resumeToken");
  });

  it("counts a value that is no score as a failure, and not as a score", async () => {
    const evaluators = [
      function odd() {
        return { name: "a", value: true as never };
      },
    ];
    const result = await client.runBatchedEvaluation({ ...params, evaluators, maxItems: 1 });
    expect(result).toMatchObject({
      scoresCreated: 0,
      evaluationsFailed: 1,
      failures: [{ observationId: "o-0", evaluator: "odd" }],
    });
    expect(scores()).toEqual([]);
  });

  it("gives the scores of a second evaluation the ids of the first, and all others different ones", async () => {
    const evaluators: BatchedEvaluationParams["evaluators"] = [
      () => [1, 2].map((value) => ({ name: "a", value })),
      () => ({ name: "a", value: 3 }),
      function named() {
        return [
          { name: "a", value: 4 },
          { name: "b", value: 5 },
        ];
      },
    ];
    await client.runBatchedEvaluation({ ...params, evaluators });
    const first = scores().map(({ id }) => id);
    expect(new Set(first).size).toBe(7 * 5);
    service.requests.length = 0;
    await client.runBatchedEvaluation({ ...params, evaluators, batchSize: 2, maxConcurrency: 1 });
    expect(scores().map(({ id }) => id)).toEqual(first);
  });

  it("records the work of each evaluator as a trace in the environment of experiments", async () => {
    const recording = record();
    try {
      const ask = (): void => startObservation("ask a model", {}, { asType: "generation" }).end();
      await startActiveObservation("caller", async () =>
        client.runBatchedEvaluation({
          ...params,
          maxItems: 1,
          evaluators: [
            function judge() {
              ask();
              return { name: "a", value: 1 };
            },
          ],
        }),
      );
      const [judge, call] = [recording.span("judge"), recording.span("ask a model")];
      expect(judge.parentSpanContext).toBeUndefined();
      expect(call.parentSpanContext?.spanId).toBe(judge.spanContext().spanId);
      expect(judge.attributes).toEqual({
        "svc.observation.type": "evaluator",
        "svc.observation.input": '{"input":"\\"input 0\\"","output":"output","metadata":{"n":0}}',
        "svc.observation.output": '{"name":"a","value":1}',
        "svc.observation.metadata.evaluated_trace_id": '"t-0"',
        "svc.observation.metadata.evaluated_observation_id": '"o-0"',
        "svc.observation.metadata.score_ids": JSON.stringify(scores().map(({ id }) => id)),
      });
    } finally {
      stopRecording();
    }
  });

  it("returns partial results and a resume token when observations cannot be read", async () => {
    const { answer } = service;
    service.answer = (response, nth, request) =>
      request.query["cursor"] === "3" ? void response.writeHead(403).end() : answer(response, nth, request);
    const result = await client.runBatchedEvaluation({ ...params, batchSize: 3 });
    expect(result).toMatchObject({ isComplete: false, itemsEvaluated: 3, error: { statusCode: 403 } });
    service.answer = answer;
    expect(await client.runBatchedEvaluation({ ...params, resumeFrom: result.resumeToken! })).toMatchObject({
      isComplete: true,
      itemsFetched: 4,
    });
  });

  it.each<[what: string, change: object, complaint: string]>([
    ["no mapper", { mapper: undefined }, "mapper must be a function"],
    ["no evaluators", { evaluators: undefined }, "evaluators must be a list of functions"],
    ["a filter that is no JSON", { filter: "type=GENERATION" }, "filter must be the text of a JSON array"],
    ["a filter that is no list", { filter: "{}" }, "filter must be the text of a JSON array"],
    ["ids that are no list", { observationIds: "o-1" }, "observationIds must be a list of texts"],
    ["ids and maxItems", { observationIds: [], maxItems: 1 }, "cannot be combined with resumeFrom or maxItems"],
    ["a batch size of 0", { batchSize: 0 }, "batchSize must be an integer above 0"],
    ["maxItems of -1", { maxItems: -1 }, "maxItems must be an integer above 0"],
  ])("rejects %s", async (_what, change, complaint) => {
    await expect(client.runBatchedEvaluation({ ...params, ...change })).rejects.toThrow(complaint);
    expect(service.requests).toEqual([]);
  });
});
