import {
  createEvaluatorFromAutoevals,
  RegressionError,
  RunnerContext,
  SvcClient,
  type Evaluation,
  type ExperimentItem,
  type ExperimentParams,
} from "@svc/client";
import { createStableExperimentId } from "@svc/core";
import { propagateAttributes, startActiveObservation, startObservation } from "@svc/tracing";
import { ParentBasedSampler, type ReadableSpan, type SpanProcessor } from "@opentelemetry/sdk-trace";
import { SvcSpanProcessor } from "@svc/otel";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordingServiceOfEachTest, answerJson, type Answer } from "../support/http/recording-service.ts";
import { TEST_KEYS } from "../support/otlp/traced.ts";
import { record, stopRecording, type Recording } from "../support/otlp/recorded-spans.ts";
import { logLinesOfEachTest } from "../support/log-lines.ts";

type SentScore = Evaluation & { id: string; traceId?: string; observationId?: string; datasetRunId?: string };

const PROJECT = "7a88fb47-b4e2-43b8-a06c-a5ce950dc53a";

const answerService: Answer = (response, _nth, { path }) => {
  if (path === "/api/public/projects") answerJson(response, 200, { data: [{ id: PROJECT, name: "p" }] });
  else if (path === "/api/public/scores") answerJson(response, 202, { message: "Accepted" });
  else answerJson(response, 404, { message: "not here" });
};

let client: SvcClient;
let recording: Recording;

const logged = logLinesOfEachTest();
const service = recordingServiceOfEachTest(answerService);
beforeEach(() => {
  client = new SvcClient({ ...TEST_KEYS, baseUrl: service.url });
  recording = record();
});

afterEach(() => {
  stopRecording();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const sentScores = (): SentScore[] =>
  service.requests.filter(({ path }) => path.endsWith("/scores")).flatMap(({ body }) => body as SentScore[]);
const roots = (): ReadableSpan[] => recording.ended.filter(({ name }) => name === "experiment-item-run");
const attributesOfRoots = (): Array<ReadableSpan["attributes"]> => roots().map(({ attributes }) => attributes);
const inDataset = (n: number, datasetId = "d-1"): ExperimentItem => ({
  id: `item-${n}`,
  datasetId,
  input: n,
  expectedOutput: n * 2,
});

/** Returns a processor that stamps propagated attributes and discards the spans. */
const discarding = (): SpanProcessor =>
  new SvcSpanProcessor({
    ...TEST_KEYS,
    exporter: { export: (_spans, done) => done({ code: 0 }), shutdown: async () => {} },
  });

const double: ExperimentParams<number, number, unknown, number> = {
  name: "double",
  data: [
    { input: 1, expectedOutput: 2 },
    { input: 2, expectedOutput: 5 },
  ],
  task: ({ input }) => input * 2,
};
const exact = ({ output, expectedOutput }: { output: unknown; expectedOutput?: unknown }): Evaluation => ({
  name: "exact",
  value: output === expectedOutput ? 1 : 0,
});

describe("Experiment runners", () => {
  it("calls the task with each item, and evaluators with input, output, expected output and metadata", async () => {
    const seen: unknown[] = [];
    const result = await client.experiment.run({
      ...double,
      data: [{ input: 1, expectedOutput: 2, metadata: { hard: true } }, { input: 2 }],
      evaluators: [
        (params) => (
          seen.push(params),
          [
            { name: "a", value: 1 },
            { name: "b", value: "text", comment: "c" },
          ]
        ),
      ],
      runEvaluators: [({ itemResults }) => ({ name: "count", value: itemResults.length })],
    });
    expect(seen).toEqual([
      { input: 1, output: 2, expectedOutput: 2, metadata: { hard: true } },
      { input: 2, output: 4 },
    ]);
    expect(result.itemResults).toMatchObject([
      { item: { input: 1 }, input: 1, expectedOutput: 2, output: 2, evaluations: [{ name: "a" }, { name: "b" }] },
      { item: { input: 2 }, input: 2, output: 4 },
    ]);
    expect(result.runEvaluations).toEqual([{ name: "count", value: 2 }]);
    expect(result).toMatchObject({ name: "double", failures: [] });
  });

  it("records each item as a separate trace, with any active span", async () => {
    await startActiveObservation("caller", () => client.experiment.run(double));
    const callers = recording.span("caller").spanContext().traceId;
    const traceIds = roots().map((span) => span.spanContext().traceId);
    expect(new Set([...traceIds, callers]).size).toBe(3);
    for (const span of roots()) expect(span.parentSpanContext).toBeUndefined();
  });

  it("POST /api/public/dataset-run-items is no longer called", async () => {
    await client.experiment.run({ ...double, data: [inDataset(1), inDataset(2)] as never, evaluators: [exact] });
    expect(new Set(service.requests.map(({ path }) => path))).toEqual(
      new Set(["/api/public/projects", "/api/public/scores"]),
    );
  });

  it("sends item scores to the trace and the root observation of the item", async () => {
    const { itemResults } = await client.experiment.run({ ...double, evaluators: [exact] });
    expect(sentScores()).toMatchObject(
      roots().map((span) => ({
        name: "exact",
        traceId: span.spanContext().traceId,
        observationId: span.spanContext().spanId,
      })),
    );
    expect(itemResults.map(({ traceId }) => traceId)).toEqual(roots().map((span) => span.spanContext().traceId));
  });

  it.each<[what: string, data: ExperimentItem[]]>([
    ["a dataset", [inDataset(1)]],
    ["local data", [{ input: 1 }]],
  ])("sends run evaluations of %s to the experiment", async (_what, data) => {
    const { experimentId } = await client.experiment.run({
      ...double,
      data: data as never,
      runEvaluators: [() => ({ name: "accuracy", value: 0.5 })],
    });
    const scores = sentScores();
    expect(scores).toMatchObject([{ name: "accuracy", value: 0.5, datasetRunId: experimentId }]);
    expect(scores[0]).not.toHaveProperty("traceId");
  });

  it("sends nothing if no item was sampled, and returns results", async () => {
    stopRecording();
    record({ sampler: { shouldSample: () => ({ decision: 0 }), toString: () => "none" } });
    const result = await client.experiment.run({
      ...double,
      evaluators: [exact],
      runEvaluators: [() => ({ name: "accuracy", value: 1 })],
    });
    expect(sentScores()).toEqual([]);
    expect(result.itemResults.map(({ evaluations }) => evaluations[0]!.value)).toEqual([1, 0]);
    expect(result.runEvaluations).toHaveLength(1);
  });

  it("sends run evaluations if some items were sampled", async () => {
    stopRecording();
    let nth = 0;
    const root = { shouldSample: () => ({ decision: nth++ === 0 ? 2 : 0 }), toString: () => "first" };
    record({ sampler: new ParentBasedSampler({ root }) });
    await client.experiment.run({
      ...double,
      maxConcurrency: 1,
      evaluators: [exact],
      runEvaluators: [() => ({ name: "accuracy", value: 1 })],
    });
    expect(sentScores().map(({ name }) => name)).toEqual(["exact", "accuracy"]);
  });

  it("without a tracer provider it logs a warning, runs, and sends no requests", async () => {
    stopRecording();
    const result = await client.experiment.run({ ...double, data: [inDataset(1)] as never, evaluators: [exact] });
    expect(logged.warnings()).toContain("no OpenTelemetry tracer provider is registered");
    expect(service.requests).toEqual([]);
    expect(result.itemResults).toMatchObject([{ output: 2 }]);
    expect(result).not.toHaveProperty("experimentUrl");
    expect(result.itemResults[0]).not.toHaveProperty("traceId");
  });

  it("returns results in the order of the items, and runs at most maxConcurrency at once", async () => {
    let underWay = 0;
    let most = 0;
    const { itemResults } = await client.experiment.run({
      name: "order",
      data: Array.from({ length: 30 }, (_, n) => ({ input: n })),
      maxConcurrency: 4,
      task: async ({ input }) => {
        most = Math.max(most, ++underWay);
        for (let turn = input % 7; turn > 0; turn--) await Promise.resolve();
        underWay--;
        return input;
      },
    });
    expect(itemResults.map(({ output }) => output)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    expect(most).toBe(4);
  });

  it("starts the next item when any item ends", async () => {
    const slow = Promise.withResolvers<void>();
    let done = 0;
    const run = client.experiment.run({
      name: "rolling",
      data: Array.from({ length: 20 }, (_, n) => ({ input: n })),
      maxConcurrency: 2,
      task: async ({ input }) => {
        if (input === 0) await slow.promise;
        if (++done === 19) slow.resolve();
      },
    });
    expect((await run).itemResults).toHaveLength(20);
  });

  it("runs 50 items at once by default", async () => {
    const all = Promise.withResolvers<void>();
    let started = 0;
    const run = client.experiment.run({
      name: "fifty",
      data: Array.from({ length: 51 }, (_, n) => ({ input: n })),
      task: async ({ input }) => {
        if (++started === 50) all.resolve();
        await all.promise;
        return [input, started];
      },
    });
    expect((await run).itemResults[0]!.output).toEqual([0, 50]);
  });

  it("accepts empty data", async () => {
    const result = await client.experiment.run({ ...double, data: [] });
    expect(result).toMatchObject({ itemResults: [], failures: [], runEvaluations: [] });
    expect(await result.format()).toContain("nothing to display");
  });

  it("dataset.runExperiment runs on the items of the dataset, at its version", async () => {
    service.answer = (response, nth, request) => {
      if (request.path === "/api/public/v2/datasets/capitals")
        answerJson(response, 200, { id: "d-1", name: "capitals" });
      else if (request.path === "/api/public/dataset-items") {
        const data = [{ ...inDataset(1), mediaReferences: [] }];
        answerJson(response, 200, { data, meta: { page: 1, limit: 50, totalItems: 1, totalPages: 1 } });
      } else answerService(response, nth, request);
    };
    const dataset = await client.dataset.get("capitals", { version: "2026-02-03T04:05:06Z" });
    const result = await dataset.runExperiment({
      name: "double",
      runName: "my-run",
      task: ({ input }) => Number(input) * 2,
      evaluators: [exact],
    });
    expect(result.experimentId).toBe(
      createStableExperimentId({ projectId: PROJECT, datasetId: "d-1", runName: "my-run" }),
    );
    expect(attributesOfRoots()).toMatchObject([{ "svc.experiment.item.version": "2026-02-03T04:05:06.000Z" }]);
  });
});

describe("Span attributes of an experiment", () => {
  it("on the root of an item", async () => {
    await client.experiment.run({
      name: "double",
      runName: "my-run",
      description: "does it double?",
      metadata: { model: "m" },
      datasetVersion: new Date("2026-02-03T04:05:06Z"),
      data: [{ ...inDataset(1), metadata: { hard: true } }],
      task: () => "two",
    });
    const [span] = roots() as [ReadableSpan];
    expect(span.attributes).toEqual({
      "svc.observation.type": "span",
      "svc.observation.input": "1",
      "svc.observation.output": "two",
      "svc.environment": "sdk-experiment",
      "svc.experiment.id": createStableExperimentId({ projectId: PROJECT, datasetId: "d-1", runName: "my-run" }),
      "svc.experiment.name": "my-run",
      "svc.experiment.description": "does it double?",
      "svc.experiment.metadata": '{"model":"m"}',
      "svc.experiment.dataset.id": "d-1",
      "svc.experiment.item.id": "item-1",
      "svc.experiment.item.version": "2026-02-03T04:05:06.000Z",
      "svc.experiment.item.expected_output": "2",
      "svc.experiment.item.metadata": '{"hard":true}',
      "svc.experiment.item.root_observation_id": span.spanContext().spanId,
      "svc.observation.metadata.experiment_name": '"double"',
      "svc.observation.metadata.experiment_run_name": '"my-run"',
      "svc.observation.metadata.dataset_id": '"d-1"',
      "svc.observation.metadata.dataset_item_id": '"item-1"',
      "svc.observation.metadata.hard": "true",
      "svc.observation.metadata.model": '"m"',
    });
  });

  it("the run's metadata keys come first and take precedence, then the experiment's, then the item's", async () => {
    await client.experiment.run({
      ...double,
      runName: "my-run",
      metadata: { experiment_name: "mine", both: "experiment" },
      data: [{ input: 1, metadata: { both: "item", experiment_run_name: "mine" } }],
    });
    const [attributes] = attributesOfRoots();
    expect(attributes).toMatchObject({
      "svc.observation.metadata.experiment_name": '"double"',
      "svc.observation.metadata.experiment_run_name": '"my-run"',
      "svc.observation.metadata.both": '"experiment"',
    });
    const keys = Object.keys(attributes!).filter((key) => key.startsWith("svc.observation.metadata."));
    expect(keys.slice(0, 2).map((key) => key.split(".").at(-1))).toEqual(["experiment_name", "experiment_run_name"]);
  });

  it("observations of the task have the propagated attributes, and not those of the root only", async () => {
    stopRecording(recording);
    recording = record({ spanProcessors: [discarding()] });
    await client.experiment.run({
      name: "double",
      runName: "my-run",
      description: "text",
      metadata: { model: "m" },
      data: [{ ...inDataset(1), metadata: { hard: true } }],
      task: () => startActiveObservation("outer", () => startObservation("inner").end()),
    });
    const [root] = roots() as [ReadableSpan];
    const inner = recording.span("inner");
    expect(inner.spanContext().traceId).toBe(root.spanContext().traceId);
    const shared = Object.entries(root.attributes).filter(
      ([key]) => /^svc\.(experiment|environment)/.test(key) && !/\.(description|expected_output|version)$/.test(key),
    );
    expect(shared).toHaveLength(8);
    expect(inner.attributes).toEqual({ "svc.observation.type": "span", ...Object.fromEntries(shared) });
  });

  it("an item of local data has the id of its input, and no version", async () => {
    await client.experiment.run({ ...double, datasetVersion: "2026-01-01T00:00:00Z", data: [{ input: 1 }] });
    const [attributes] = attributesOfRoots();
    expect(attributes!["svc.experiment.item.id"]).toMatch(/^[0-9a-f]{16}$/);
    for (const key of ["item.version", "dataset.id"]) expect(attributes).not.toHaveProperty([`svc.experiment.${key}`]);
  });

  it("attributes propagated around the run reach it, except the environment", async () => {
    stopRecording(recording);
    recording = record({ spanProcessors: [discarding()] });
    await propagateAttributes({ userId: "u-1", environment: "staging" }, () =>
      client.experiment.run({
        ...double,
        data: [{ input: 1 }],
        task: () => startObservation("inner").end(),
      } as never),
    );
    for (const { attributes } of [...roots(), recording.span("inner")]) {
      expect(attributes).toMatchObject({ "user.id": "u-1", "svc.environment": "sdk-experiment" });
    }
  });
});

describe("Observations of evaluators", () => {
  /** Records with the attributes that the processor stamps on every span. */
  const stamped = (): void => {
    stopRecording(recording);
    recording = record({ spanProcessors: [discarding()] });
  };
  const asked = async (name: string, value: unknown): Promise<Evaluation> => {
    startObservation("ask a model", {}, { asType: "generation" }).end();
    return Promise.resolve({ name, value } as Evaluation);
  };
  const attributesOf = (name: string): Record<string, unknown> => recording.span(name).attributes;

  it("are below the item that they judge, after its end, with what they asked below them", async () => {
    stamped();
    const given = { ...inDataset(1), metadata: { hard: true } };
    await client.experiment.run({
      ...double,
      runName: "my-run",
      data: [given] as never,
      evaluators: [
        async function judge() {
          return asked("exact", 1);
        },
      ],
    });
    const [root] = roots() as [ReadableSpan];
    const [judge, call] = [recording.span("judge"), recording.span("ask a model")];
    expect(judge.parentSpanContext?.spanId).toBe(root.spanContext().spanId);
    expect(call.parentSpanContext?.spanId).toBe(judge.spanContext().spanId);
    for (const span of [judge, call]) expect(span.spanContext().traceId).toBe(root.spanContext().traceId);
    expect(recording.ended.indexOf(root)).toBe(0);
    expect(root.attributes["svc.internal.is_app_root"]).toBe(true);
    const experiment = {
      "svc.environment": "sdk-experiment",
      "svc.experiment.id": root.attributes["svc.experiment.id"],
      "svc.experiment.name": "my-run",
      "svc.experiment.dataset.id": "d-1",
    };
    expect(judge.attributes).toEqual({
      ...experiment,
      "svc.observation.type": "evaluator",
      "svc.observation.input": JSON.stringify({
        input: 1,
        output: 2,
        expectedOutput: 2,
        metadata: { hard: true },
      }),
      "svc.observation.output": '{"name":"exact","value":1}',
      "svc.observation.metadata.experiment_name": '"double"',
      "svc.observation.metadata.experiment_run_name": '"my-run"',
      "svc.observation.metadata.experiment_item_id": '"item-1"',
      "svc.observation.metadata.score_ids": JSON.stringify(sentScores().map(({ id }) => id)),
    });
    expect(call.attributes).toEqual({ ...experiment, "svc.observation.type": "generation" });
  });

  it("of a run are a trace of their own in the experiment, which names the scores of each experiment", async () => {
    stamped();
    await client.experiment.run({
      ...double,
      data: [inDataset(1, "d-1"), inDataset(2, "d-2")] as never,
      runEvaluators: [
        async function accuracy() {
          return asked("accuracy", 0.5);
        },
      ],
    });
    const [judge, call] = [recording.span("accuracy"), recording.span("ask a model")];
    expect(judge.parentSpanContext).toBeUndefined();
    expect(call.parentSpanContext?.spanId).toBe(judge.spanContext().spanId);
    const ids = attributesOfRoots().map((attributes) => attributes["svc.experiment.id"]);
    for (const span of [judge, call]) {
      expect(span.attributes).toMatchObject({
        "svc.environment": "sdk-experiment",
        "svc.experiment.id": ids[0],
        "svc.experiment.dataset.id": "d-1",
      });
      expect(Object.keys(span.attributes).join()).not.toContain("svc.experiment.item");
    }
    expect(sentScores()).toHaveLength(2);
    expect(judge.attributes).toMatchObject({
      "svc.observation.metadata.experiment_id": JSON.stringify(ids[0]),
      "svc.observation.metadata.score_ids": JSON.stringify(sentScores().map(({ id }) => id)),
    });
    expect(judge.attributes).not.toHaveProperty(["svc.observation.input"]);
  });

  it("are named by their scores where the function has no name", async () => {
    await client.experiment.run({
      ...double,
      data: [{ input: 1 }],
      evaluators: [
        () => [
          { name: "first", value: 1 },
          { name: "second", value: 2 },
        ],
        () => [],
      ],
    });
    const names = recording.ended.map(({ name }) => name).filter((name) => name !== "experiment-item-run");
    expect(names).toEqual(["first", "evaluator"]);
    expect(attributesOf("first")["svc.observation.metadata.score_ids"]).toBe(
      JSON.stringify(sentScores().map(({ id }) => id)),
    );
  });

  it.each<[what: string, evaluator: () => unknown, message: string]>([
    ["throws", () => Promise.reject(new Error("no idea")), "no idea"],
    ["never ends", () => new Promise(() => {}), "it took longer than 0.05 s"],
    ["gives nothing", () => undefined, "it must give an object with name and value, or a list of them"],
    [
      "gives NaN",
      () => ({ name: "exact", value: Number.NaN }),
      'the value of "exact" must be a finite number or a text, and is NaN',
    ],
  ])("have the level ERROR where the evaluator %s", async (_what, evaluator, message) => {
    const broken = Object.defineProperty(evaluator, "name", { value: "broken" });
    for (const kind of ["evaluators", "runEvaluators"]) {
      await client.experiment.run({ ...double, data: [{ input: 1 }], itemTimeoutMs: 50, [kind]: [broken] });
      expect(recording.ended.at(-1)).toMatchObject({
        name: "broken",
        attributes: { "svc.observation.level": "ERROR", "svc.observation.status_message": message },
      });
    }
    expect(sentScores()).toEqual([]);
  });

  it("record nothing for an item that was sampled out", async () => {
    stopRecording();
    let nth = 0;
    const root = { shouldSample: () => ({ decision: nth++ === 0 ? 2 : 0 }), toString: () => "first" };
    recording = record({ sampler: new ParentBasedSampler({ root }) });
    await client.experiment.run({ ...double, maxConcurrency: 1, evaluators: [async () => asked("exact", 1)] });
    expect(recording.ended.map(({ name }) => name)).toEqual(["experiment-item-run", "ask a model", "exact"]);
  });
});

describe("Experiment identity rules", () => {
  it("1. a run repeated with the same name on the same dataset adds to the same experiment", async () => {
    const params = { ...double, runName: "my-run", data: [inDataset(1)] as never };
    const first = await client.experiment.run(params);
    const second = await client.experiment.run(params);
    expect(second.experimentId).toBe(first.experimentId);
    expect(service.requests.filter(({ path }) => path.endsWith("/projects"))).toHaveLength(1);
  });

  it("1. the run's name is by default the experiment's and the time", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-04T03:02:01.000Z") });
    expect((await client.experiment.run(double)).runName).toBe("double - 2026-05-04T03:02:01.000Z");
  });

  it("2. an experiment on local data gets a random ID, and does not wait for the project", async () => {
    const started = Promise.withResolvers<void>();
    service.answer = (response, nth, request) => void started.promise.then(() => answerService(response, nth, request));
    const params = { ...double, runName: "my-run", task: () => started.resolve() } as never;
    const first = await client.experiment.run(params);
    const second = await client.experiment.run(params);
    expect(first.experimentId).toMatch(/^[0-9a-f]{16}$/);
    expect(second.experimentId).not.toBe(first.experimentId);
  });

  it("3. items of several datasets are one experiment per dataset, with a warning", async () => {
    const result = await client.experiment.run({
      ...double,
      runName: "my-run",
      data: [inDataset(1, "d-1"), inDataset(2, "d-2"), inDataset(3, "d-1")] as never,
      runEvaluators: [() => ({ name: "accuracy", value: 1 })],
    });
    const idOf = (datasetId: string): string =>
      createStableExperimentId({ projectId: PROJECT, datasetId, runName: "my-run" });
    expect(logged.warnings()).toContain("it is 2 experiments");
    expect(result.experimentId).toBe(idOf("d-1"));
    expect(result.itemResults.map(({ experimentId }) => experimentId)).toEqual(["d-1", "d-2", "d-1"].map(idOf));
    expect(attributesOfRoots().map((attributes) => attributes["svc.experiment.id"])).toEqual(
      ["d-1", "d-2", "d-1"].map(idOf),
    );
    expect(sentScores().map(({ datasetRunId }) => datasetRunId)).toEqual([idOf("d-1"), idOf("d-2")]);
  });

  it("without the project it logs one warning, has random ids and no URL, and runs the items", async () => {
    service.answer = (response, nth, request) =>
      request.path.endsWith("/projects") ? void response.writeHead(401).end() : answerService(response, nth, request);
    const result = await client.experiment.run({ ...double, data: [inDataset(1), inDataset(2, "d-2")] as never });
    expect(result.itemResults).toHaveLength(2);
    expect(result.experimentId).toMatch(/^[0-9a-f]{16}$/);
    expect(result).not.toHaveProperty("experimentUrl");
    expect(logged.warnings().match(/The project of the API keys could not be read/g)).toHaveLength(1);
  });
});

describe("Experiment result fields", () => {
  it("experimentUrl and experimentId", async () => {
    const { experimentUrl, experimentId } = await client.experiment.run(double);
    expect(experimentUrl).toBe(`${service.url}/project/${PROJECT}/experiments/results?baseline=${experimentId}`);
    expect(await client.getExperimentUrl(experimentId)).toBe(experimentUrl);
  });

  it.each<[what: string, data: ExperimentItem[], hasUrl: boolean]>([
    ["a dataset", [inDataset(1)], true],
    ["local data", [{ input: 1 }], false],
  ])("datasetRunId and datasetRunUrl of %s are deprecated, and log it when read", async (_what, data, hasUrl) => {
    const result = await client.experiment.run({ ...double, data: data as never });
    expect(JSON.stringify({ ...result })).not.toContain("datasetRun");
    expect(logged.warnings()).toBe("");
    expect(result.datasetRunId).toBe(result.experimentId);
    expect(logged.warnings()).toContain("datasetRunId is deprecated: read experimentId");
    expect(result.datasetRunUrl).toBe(hasUrl ? result.experimentUrl : undefined);
    expect(result.itemResults[0]!.datasetRunId).toBe(result.experimentId);
  });

  it("format() aligns columns, whatever the width of the characters", async () => {
    const widths: Array<[text: string, columns: number]> = [
      ["abcdef", 6],
      ["한국", 4],
      ["👩‍👩‍👧", 2],
      ["❤️", 2],
      ["e\u0301", 1],
      ["ｶﾞ", 2],
      ["\u001B[31mred\u001B[0m", 3],
    ];
    const data = widths.map(([input]) => ({ input, expectedOutput: "expected" }));
    const result = await client.experiment.run({ name: "widths", data, task: () => "x" });
    const rows = widths.map(([text, columns], index) => `${index + 1}  ${text}${" ".repeat(6 - columns)}  expected  x`);
    expect(await result.format({ includeItemResults: true })).toContain(rows.join("\n"));
  });

  it("format() pairs each result with its own item, in columns", async () => {
    const result = await client.experiment.run({
      name: "capitals",
      runName: "my-run",
      description: "Do we know them?",
      data: [
        { input: "France", expectedOutput: "Paris" },
        { input: "Atlantis" },
        { input: "日本", expectedOutput: "東京" },
        { input: "x".repeat(60), expectedOutput: { city: "Y" } },
      ],
      task: ({ input }) => {
        if (input === "Atlantis") throw new Error("it is lost");
        return input === "France" ? "Paris" : "東京\nor so";
      },
      evaluators: [exact, ({ output }) => ({ name: "length", value: output.length })],
      runEvaluators: [() => ({ name: "accuracy", value: 1 / 3, comment: "one of three" })],
    });
    expect(await result.format({ includeItemResults: true })).toBe(
      [
        'capitals  "my-run"',
        "Do we know them?",
        "",
        "   input                                               expected      output      exact  length",
        "1  France                                              Paris         Paris       1.000  5.000",
        "3  日本                                                東京          東京 or so  0.000  8.000",
        `4  ${"x".repeat(47)}...  {"city":"Y"}  東京 or so  0.000  8.000`,
        "",
        "item 2 failed: it is lost",
        "",
        "average  exact     0.333  3 of 4 items judged",
        "average  length    7.000  3 of 4 items judged",
        "run      accuracy  0.333  one of three",
        "",
        result.experimentUrl,
      ].join("\n"),
    );
    expect(await result.format()).toContain("3 items; format({ includeItemResults: true }) shows them.");
    expect(await result.format()).not.toContain("France");
  });
});

describe("Bad input", () => {
  it.each<[what: string, task: () => unknown, message: string]>([
    [
      "throws",
      () => {
        throw new Error("no answer");
      },
      "no answer",
    ],
    ["rejects", () => Promise.reject(new Error("no answer")), "no answer"],
    [
      "throws something without a text",
      () => {
        throw Object.create(null);
      },
      "threw something without a text",
    ],
  ])("a task that %s: only its item has no result", async (_what, broken, message) => {
    const { itemResults, failures } = await client.experiment.run({
      ...double,
      data: [{ input: 1 }, { input: 2 }, { input: 3 }],
      task: ({ input }) => (input === 2 ? (broken() as number) : input),
      evaluators: [exact],
    });
    expect(itemResults.map(({ output }) => output)).toEqual([1, 3]);
    expect(failures).toMatchObject([{ item: { input: 2 }, index: 1 }]);
    expect(logged.errors()).toContain('The experiment "double" has no result for item 2 of 3');
    expect(logged.errors()).toContain(message);
    expect(sentScores()).toHaveLength(2);
    expect(attributesOfRoots().filter((attributes) => attributes["svc.observation.level"] === "ERROR")).toHaveLength(1);
  });

  it("a task that never ends fails after the time limit", async () => {
    const { itemResults, failures } = await client.experiment.run({
      ...double,
      itemTimeoutMs: 50,
      task: ({ input }) => (input === 1 ? new Promise<number>(() => {}) : 4),
    });
    expect(itemResults).toHaveLength(1);
    expect(failures).toMatchObject([{ index: 0, error: { message: "it took longer than 0.05 s" } }]);
    expect(roots()).toHaveLength(2);
  });

  it.each([2 ** 31, Infinity])("a time of %d ms means no limit", async (itemTimeoutMs) => {
    const { itemResults } = await client.experiment.run({
      ...double,
      itemTimeoutMs,
      task: ({ input }) => new Promise<number>((resolve) => setImmediate(resolve, input)),
    });
    expect(itemResults).toHaveLength(2);
  });

  it.each<[what: string, evaluator: () => unknown, message: string]>([
    [
      "throws",
      () => {
        throw new Error("no idea");
      },
      "no idea",
    ],
    ["never ends", () => new Promise(() => {}), "it took longer than 0.05 s"],
    ["gives nothing", () => undefined, "it must give an object with name and value"],
    ["gives a number", () => 1, "it must give an object with name and value"],
  ])("an evaluator that %s loses only its own evaluation", async (_what, broken, message) => {
    const { itemResults } = await client.experiment.run({
      ...double,
      itemTimeoutMs: 50,
      evaluators: [Object.defineProperty(broken, "name", { value: "broken" }) as never, exact],
    });
    expect(itemResults.map(({ evaluations }) => evaluations)).toEqual([
      [{ name: "exact", value: 1 }],
      [{ name: "exact", value: 0 }],
    ]);
    expect(logged.errors()).toContain(`The evaluator broken failed for item 1 of 2: ${message}`);
  });

  it("a run evaluator that throws loses only its own evaluation", async () => {
    const { runEvaluations } = await client.experiment.run({
      ...double,
      runEvaluators: [
        () => {
          throw new Error("no idea");
        },
        () => [{ name: "a", value: 1 }],
      ],
    });
    expect(runEvaluations).toEqual([{ name: "a", value: 1 }]);
    expect(logged.errors()).toContain('failed for the experiment "double": no idea');
  });

  it.each<[what: string, item: unknown]>([
    ["without input", { expectedOutput: 1 }],
    ["that is null", null],
    ["that is undefined", undefined],
  ])("an item %s is omitted with an error", async (_what, item) => {
    const { itemResults, failures } = await client.experiment.run({ ...double, data: [item as never, { input: 2 }] });
    expect(itemResults.map(({ output }) => output)).toEqual([4]);
    expect(failures).toMatchObject([{ index: 0 }]);
    expect(logged.errors()).toContain("item 1 of 2: it has no input");
  });

  it("a circular input or output is recorded as not serializable, and evaluated unchanged", async () => {
    const circle: Record<string, unknown> = { n: 1 };
    circle["self"] = circle;
    const result = await client.experiment.run({
      name: "round",
      data: [{ input: circle, expectedOutput: circle, metadata: circle }],
      task: ({ input }) => input,
      evaluators: [({ output }) => ({ name: "n", value: (output as { n: number }).n })],
    });
    expect(result.itemResults[0]!.evaluations).toEqual([{ name: "n", value: 1 }]);
    expect(attributesOfRoots()).toMatchObject([{ "svc.observation.output": "<failed to serialize>" }]);
    expect(await result.format({ includeItemResults: true })).toContain("<failed to serialize>");
  });

  it.each<[what: string, params: object, complaint: string]>([
    ["an empty name", { name: "" }, "name must be a text that is not empty"],
    ["no data", { data: undefined }, "data must be a list of items"],
    ["no task", { task: undefined }, "task must be a function"],
    ["evaluators that are none", { evaluators: [1] }, "evaluators must be a list of functions"],
    ["run evaluators that are none", { runEvaluators: exact }, "runEvaluators must be a list of functions"],
    ["maxConcurrency 0", { maxConcurrency: 0 }, "maxConcurrency must be an integer above 0"],
    ["maxConcurrency NaN", { maxConcurrency: Number.NaN }, "maxConcurrency must be an integer above 0"],
    ["itemTimeoutMs 0", { itemTimeoutMs: 0 }, "itemTimeoutMs must be a number above 0"],
  ])("rejects %s", async (_what, params, complaint) => {
    await expect(client.experiment.run({ ...double, ...params })).rejects.toThrow(complaint);
  });
});

describe("RunnerContext", () => {
  const data = [{ input: 21 }];

  it("provides defaults that the experiment overrides", async () => {
    const context = new RunnerContext({
      client,
      data,
      datasetVersion: "2026-01-01T00:00:00Z",
      metadata: { a: 1, b: 1 },
    });
    await context.runExperiment({ name: "double", metadata: { b: 2 }, task: ({ input }) => Number(input) * 2 });
    const own = await context.runExperiment({ ...double, data: [{ input: 4 }] });
    expect(attributesOfRoots()).toMatchObject([
      { "svc.observation.output": "42", "svc.experiment.metadata": '{"a":1,"b":2}' },
      { "svc.observation.output": "8", "svc.experiment.metadata": '{"a":1,"b":1}' },
    ]);
    expect(own.itemResults).toHaveLength(1);
  });

  it("has no metadata if neither has any", async () => {
    await new RunnerContext({ client, data }).runExperiment({ name: "double", task: () => 1 });
    expect(attributesOfRoots()[0]).not.toHaveProperty(["svc.experiment.metadata"]);
  });

  it("rejects if neither has data", async () => {
    const run = new RunnerContext({ client }).runExperiment({ name: "double", task: () => 1 });
    await expect(run).rejects.toThrow('The experiment "double" has no data');
  });
});

describe("RegressionError", () => {
  it.each<[what: string, params: object, message: string]>([
    ["a message of its own first", { message: "worse", metric: "exact", value: 0.5 }, "worse"],
    ["then metric and value", { metric: "exact", value: 0.5 }, "Regression of exact: 0.5"],
    [
      "with the threshold",
      { metric: "exact", value: 0.5, threshold: 0.9 },
      "Regression of exact: 0.5 (threshold: 0.9)",
    ],
    ["else that it is one", {}, 'The experiment "my-run" is a regression.'],
  ])("%s", async (_what, params, message) => {
    const result = await client.experiment.run({ ...double, runName: "my-run" });
    const error = new RegressionError({ ...params, result });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: "RegressionError", message, result, ...params });
  });
});

describe("createEvaluatorFromAutoevals", () => {
  it("passes expected and parameters to the scorer, counts null as 0, and returns its metadata", async () => {
    const seen: unknown[] = [];
    const Closeness = (args: { output: number }): { name: string; score: number | null; metadata: object } => {
      seen.push(args);
      return { name: "Closeness", score: args.output === 2 ? null : 0.5, metadata: { rationale: "far" } };
    };
    const evaluator = createEvaluatorFromAutoevals(Closeness as never, { model: "m" });
    const { itemResults } = await client.experiment.run({ ...double, evaluators: [evaluator as never] });
    expect(seen[0]).toEqual({ model: "m", input: 1, output: 2, expected: 2 });
    expect(itemResults.flatMap(({ evaluations }) => evaluations)).toEqual([
      { name: "Closeness", value: 0, metadata: { rationale: "far" } },
      { name: "Closeness", value: 0.5, metadata: { rationale: "far" } },
    ]);
    expect(evaluator.name).toBe("Closeness");
  });
});
