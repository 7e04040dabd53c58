import { SvcClient, SvcMedia, SvcMediaReference, type ExperimentTask } from "@svc/client";
import { LOCAL_KEYS } from "@svc/core/internal";
import { startActiveObservation, startObservation } from "@svc/tracing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";
import { traceTo, untrace, type Traced } from "../../support/otlp/traced.ts";
import { logLinesOfEachTest } from "../../support/log-lines.ts";

const LONG_AGO = "2026-01-01T00:00:00.000Z";

let service: LocalService;
let traced: Traced;
let client: SvcClient;

beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

const logged = logLinesOfEachTest();
beforeEach(() => {
  traced = traceTo(service.url, LOCAL_KEYS);
  client = new SvcClient({ ...LOCAL_KEYS, baseUrl: service.url });
});

afterEach(async () => {
  await traced.processor.shutdown();
  untrace();
  const errors = logged.errors();
  if (errors !== "") throw new Error(`The client said: ${errors}`);
});

const sorted = <T>(values: readonly T[]): T[] => values.toSorted((a, b) => String(a).localeCompare(String(b)));

/** Returns and forgets the lines at ERROR level, for a test that expects them. */
const takeErrors = (): string => {
  const errors = logged.errors();
  vi.mocked(console.error).mockClear();
  return errors;
};

describe("scores", () => {
  it("of every kind are read back with their subject", async () => {
    const span = startObservation("work", { input: "in" });
    span.end();
    client.score.observation(span, { name: "of observation", value: 0.5, comment: "half", metadata: { by: "hand" } });
    client.score.trace(span, { name: "of trace", value: "good" });
    client.score.create({ sessionId: "s-1", name: "of session", value: 1, dataType: "BOOLEAN" });
    client.score.create({ datasetRunId: "e-1", name: "of experiment", value: 2, timestamp: LONG_AGO });
    expect((await client.flush()).scores).toEqual({ delivered: 4, rejected: 0, lost: 0, waiting: 0 });
    const stored = await service.scores({ fields: "details,subject" });
    expect(sorted(stored.map(({ name, value, subject }) => [name, value, subject?.kind, subject?.id]))).toEqual([
      ["of experiment", 2, "experiment", "e-1"],
      ["of observation", 0.5, "observation", span.id],
      ["of session", true, "session", "s-1"],
      ["of trace", "good", "trace", span.traceId],
    ]);
    expect(stored.find(({ name }) => name === "of experiment")!.timestamp).toBe(LONG_AGO);
    expect(stored.find(({ name }) => name === "of observation")).toMatchObject({
      comment: "half",
      metadata: { by: "hand" },
    });
  });

  it("rejected by the service are counted with reasons, and the others of the batch are stored", async () => {
    client.score.create({ sessionId: "s-2", name: "right", value: 1 });
    client.score.create({ sessionId: "s-2", name: "wrong", value: 7, dataType: "BOOLEAN" });
    expect((await client.flush()).scores).toEqual({ delivered: 1, rejected: 1, lost: 0, waiting: 0 });
    expect(takeErrors()).toMatch(/rejected 1 of 2 scores in batch: .*wrong/);
    expect((await service.scores({ sessionId: "s-2" })).map(({ name }) => name)).toEqual(["right"]);
  });
});

describe("prompts", () => {
  it("creates, gets, labels, links and deletes a text prompt", async () => {
    const name = "team/greeting";
    expect(
      await client.prompt.create({ name, prompt: "Hi {{name}}", labels: ["production"], config: { t: 1 } }),
    ).toMatchObject({ version: 1 });
    await client.prompt.create({ name, prompt: "Hello {{name}}" });
    const prompt = await client.prompt.get(name);
    expect(prompt).toMatchObject({ name, version: 1, config: { t: 1 }, isFallback: false });
    expect(prompt.compile({ name: "Ada" })).toBe("Hi Ada");
    expect(await client.prompt.get(name, { label: "latest" })).toMatchObject({ version: 2 });
    expect(await client.prompt.get(name, { version: 2 })).toMatchObject({ prompt: "Hello {{name}}" });

    startObservation("answer", { prompt }, { asType: "generation" }).end();
    await traced.processor.forceFlush();
    expect((await service.observations({ name: "answer" }))[0]).toMatchObject({ promptName: name, promptVersion: 1 });

    await client.prompt.update({ name, version: 2, newLabels: ["production"] });
    expect(await client.prompt.get(name)).toMatchObject({ version: 2 });
    await client.prompt.delete(name);
    await expect(client.prompt.get(name)).rejects.toMatchObject({ statusCode: 404 });
  });

  it("keeps the messages and placeholders of a chat prompt", async () => {
    await client.prompt.create({
      name: "support",
      type: "chat",
      prompt: [
        { role: "system", content: "Be {{how}}." },
        { type: "placeholder", name: "history" },
      ],
      labels: ["production"],
    });
    const prompt = await client.prompt.get("support", { type: "chat" });
    expect(prompt.compile({ how: "kind" }, { history: [{ role: "user", content: "Hi" }] })).toEqual([
      { role: "system", content: "Be kind." },
      { role: "user", content: "Hi" },
    ]);
    expect(prompt.getLangchainPrompt()).toEqual([
      { role: "system", content: "Be {how}." },
      ["placeholder", "{history}"],
    ]);
  });
});

describe("datasets and media", () => {
  it("returns items with media references that download the content", async () => {
    await client.api.datasets.create({ name: "pictures" });
    const picture = new SvcMedia({ source: "bytes", contentBytes: Buffer.from("picture"), contentType: "image/png" });
    const created = await client.dataset.createItem({
      datasetName: "pictures",
      input: { images: [picture] },
      expectedOutput: "a cat",
    });
    const tag = (await picture.getTag())!;
    expect(created.input).toEqual({ images: [tag] });

    const [item] = (await client.dataset.get("pictures")).items;
    const [reference] = (item!.input as { images: SvcMediaReference[] }).images;
    expect(reference).toBeInstanceOf(SvcMediaReference);
    expect(Buffer.from(await reference!.fetchBytes()).toString()).toBe("picture");
    expect(await client.media.resolveReferences({ obj: created.input, resolveWith: "base64DataUri" })).toEqual({
      images: [picture.base64DataUri],
    });
    expect((await client.flush()).media).toEqual({ uploaded: 1, failed: 0 });
  });

  it("reads all pages, also at a version", async () => {
    await client.api.datasets.create({ name: "numbers" });
    const items = await Promise.all(
      Array.from({ length: 7 }, (_, n) =>
        client.dataset.createItem({ datasetName: "numbers", id: `n-${n}`, input: n }),
      ),
    );
    const version = items
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1)!;
    await client.dataset.createItem({ datasetName: "numbers", id: "n-0", input: "changed" });
    const inputs = async (options: object): Promise<unknown[]> =>
      sorted(
        (await client.dataset.get("numbers", { fetchItemsPageSize: 3, ...options })).items.map(({ input }) => input),
      );
    expect(await inputs({})).toEqual([1, 2, 3, 4, 5, 6, "changed"]);
    expect(await inputs({ version })).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("reads a dataset whose items have no room in one page", async () => {
    await client.api.datasets.create({ name: "long" });
    const input = "a".repeat(4_000_000);
    for (let n = 0; n < 6; n += 1) await client.dataset.createItem({ datasetName: "long", id: `long-${n}`, input });
    const { items } = await client.dataset.get("long");
    expect(sorted(items.map(({ id }) => id))).toEqual([0, 1, 2, 3, 4, 5].map((n) => `long-${n}`));
    expect(items.every((item) => item.input === input)).toBe(true);
  });

  it("throws a clear error for an unknown dataset", async () => {
    await expect(client.dataset.get("nowhere")).rejects.toMatchObject({ statusCode: 404 });
    await expect(client.dataset.createItem({ datasetName: "nowhere", input: 1 })).rejects.toMatchObject({
      statusCode: 404,
    });
  });
});

describe("experiments", () => {
  const double: ExperimentTask<number, unknown, unknown, number> = ({ input }) =>
    startActiveObservation("doubling", () => input * 2);
  const exact = ({ output, expectedOutput }: { output: unknown; expectedOutput?: unknown }) => ({
    name: "exact",
    value: output === expectedOutput ? 1 : 0,
  });

  it("on a dataset: stores run, items and scores; the same run name is the same experiment", async () => {
    const { id: datasetId } = await client.api.datasets.create({ name: "doubles" });
    for (const [n, expectedOutput] of [1, 2].map((n) => [n, n * 2] as const)) {
      await client.dataset.createItem({ datasetName: "doubles", id: `d-${n}`, input: n, expectedOutput });
    }
    const version = new Date().toISOString();
    const dataset = await client.dataset.get("doubles", { version });
    const params = {
      name: "double",
      runName: "my-run",
      description: "does it double?",
      metadata: { model: "m" },
      task: double,
      evaluators: [exact],
      runEvaluators: [() => ({ name: "accuracy", value: 1 })],
    };
    const result = await dataset.runExperiment(params);
    const again = await dataset.runExperiment(params);
    await traced.processor.forceFlush();
    expect(again.experimentId).toBe(result.experimentId);

    const { data: experiments } = await client.api.experiments.list({
      datasetId,
      fromStartTime: LONG_AGO,
      fields: "core,metadata,scores",
    });
    expect(experiments).toMatchObject([
      {
        id: result.experimentId,
        name: "my-run",
        description: "does it double?",
        datasetId,
        itemCount: 4,
        metadata: { model: "m" },
      },
    ]);
    expect(experiments[0]!.scores).toMatchObject([{ name: "accuracy", value: 1 }, { name: "accuracy" }]);
    const { data: items } = await client.api.experiments.listItems({
      experimentId: result.experimentId,
      fromStartTime: LONG_AGO,
      fields: "core,dataset,io,scores",
    });
    expect(items.map(({ experimentItemId }) => experimentItemId).toSorted()).toEqual(["d-1", "d-1", "d-2", "d-2"]);
    for (const item of items) {
      expect(item).toMatchObject({
        environment: "sdk-experiment",
        experimentItemVersion: version,
        scores: [{ name: "exact", value: 1 }],
      });
    }
    expect(new Set(items.map(({ traceId }) => traceId))).toEqual(
      new Set([...result.itemResults, ...again.itemResults].map(({ traceId }) => traceId)),
    );
    expect((await fetch(result.experimentUrl!)).status).toBeLessThan(500);
  });

  it("on local data: records the task's observations in its item's trace", async () => {
    const result = await client.experiment.run({
      name: "local",
      data: [{ input: 3, expectedOutput: 6 }],
      task: double,
      evaluators: [exact],
    });
    await traced.processor.forceFlush();
    const [item] = result.itemResults;
    const observations = await service.observations({ traceId: item!.traceId! });
    expect(sorted(observations.map(({ name }) => name))).toEqual(["doubling", "exact", "experiment-item-run"]);
    const { data: items } = await client.api.experiments.listItems({
      experimentId: result.experimentId,
      fromStartTime: LONG_AGO,
    });
    expect(items).toMatchObject([{ traceId: item!.traceId, experimentName: result.runName }]);

    await client.api.trace.deleteMultiple({ traceIds: items.map(({ traceId }) => traceId) });
    expect(await service.observations({ traceId: item!.traceId! })).toEqual([]);
  });
});

describe("batched evaluation", () => {
  it("scores recorded observations, and resumes with its token", async () => {
    for (let n = 0; n < 5; n++)
      startObservation("to evaluate", { input: `question ${n}`, output: "x".repeat(n) }).end();
    await traced.processor.forceFlush();
    const filter = JSON.stringify([{ type: "string", column: "name", operator: "=", value: "to evaluate" }]);
    const params = {
      filter,
      mapper: ({ item }: { item: { input?: unknown; output?: unknown } }) => ({
        input: item.input,
        output: item.output,
      }),
      evaluators: [({ output }: { output: unknown }) => ({ name: "length", value: String(output).length })],
      batchSize: 2,
    };
    const first = await client.runBatchedEvaluation({ ...params, maxItems: 2 });
    expect(first).toMatchObject({ isComplete: false, itemsEvaluated: 2 });
    const second = await client.runBatchedEvaluation({ ...params, resumeFrom: first.resumeToken! });
    expect(second).toMatchObject({ isComplete: true, itemsEvaluated: 3, scoresCreated: 3 });
    const scores = await service.scores({ name: "length", fields: "subject" });
    expect(sorted(scores.map(({ value }) => value))).toEqual([0, 1, 2, 3, 4]);
    expect(scores.every(({ subject }) => subject?.kind === "observation")).toBe(true);
  });
});

describe("the project", () => {
  it("belongs to the keys, and its traces have URLs", async () => {
    const projectId = await client.getProjectId();
    const span = startObservation("shown");
    span.end();
    await traced.processor.forceFlush();
    const url = await client.getTraceUrl(span.traceId);
    expect(url).toBe(`${service.url}/project/${projectId}/traces/${span.traceId}`);
    expect((await fetch(url)).status).toBe(200);
  });

  it("throws a clear error for wrong keys", async () => {
    const stranger = new SvcClient({ publicKey: "pk-x", secretKey: "sk-x", baseUrl: service.url });
    await expect(stranger.getProjectId()).rejects.toMatchObject({ statusCode: 401 });
    stranger.score.create({ sessionId: "s", name: "n", value: 1 });
    expect((await stranger.flush()).scores.lost).toBe(1);
    expect(takeErrors()).toContain("check SVC_PUBLIC_KEY, SVC_SECRET_KEY and SVC_BASE_URL");
  });
});
