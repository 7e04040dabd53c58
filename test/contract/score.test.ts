import { SvcClient, type ScoreBody } from "@svc/client";
import { startActiveObservation, startObservation } from "@svc/tracing";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  recordingServiceOfEachTest,
  answerJson,
  startRecordingService,
  type Answer,
  type ReceivedRequest,
} from "../support/http/recording-service.ts";
import { freePort } from "../support/http/free-port.ts";
import { whileTimePasses } from "../support/passing-time.ts";
import { TEST_KEYS } from "../support/otlp/traced.ts";
import { record, stopRecording } from "../support/otlp/recorded-spans.ts";
import { logLinesOfEachTest } from "../support/log-lines.ts";

type SentScore = ScoreBody & { id: string; timestamp: string };

const TRACE_ID = "0123456789abcdef0123456789abcdef";
const accept: Answer = (response) => answerJson(response, 202, { message: "Accepted" });

const logged = logLinesOfEachTest();
const service = recordingServiceOfEachTest(accept);

afterEach(() => {
  stopRecording();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const createClient = (params = {}): SvcClient => new SvcClient({ ...TEST_KEYS, baseUrl: service.url, ...params });
const sent = (): SentScore[] => service.requests.flatMap(({ body }) => body as SentScore[]);
/** Returns the sizes of the batches. Requests are concurrent, so the order of arrival is open. */
const batchSizes = (): number[] =>
  service.requests.map(({ body }) => (body as unknown[]).length).toSorted((a, b) => a - b);
const createScores = (client: SvcClient, count: number): void => {
  for (let i = 0; i < count; i++) client.score.create({ traceId: TRACE_ID, name: `score ${i}`, value: i });
};

describe("Score", () => {
  it("goes to POST /api/public/scores with its fields, an id and the credentials", async () => {
    const client = createClient();
    client.score.create({ traceId: TRACE_ID, name: "helpful", value: 0.5, comment: "short", metadata: { by: "hand" } });
    await client.flush();

    const [{ method, path, headers, body }, ...more] = service.requests as [ReceivedRequest];
    expect(more).toEqual([]);
    expect(`${method} ${path}`).toBe("POST /api/public/scores");
    expect(headers.authorization).toBe(`Basic ${btoa(`${TEST_KEYS.publicKey}:${TEST_KEYS.secretKey}`)}`);
    expect(headers["content-type"]).toBe("application/json");
    expect(body).toEqual([
      {
        traceId: TRACE_ID,
        name: "helpful",
        value: 0.5,
        comment: "short",
        metadata: { by: "hand" },
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        timestamp: expect.any(String) as string,
      },
    ]);
  });

  it.each<[what: string, score: ScoreBody]>([
    ["a text", { traceId: TRACE_ID, name: "tone", value: "friendly" }],
    ["an empty text", { traceId: TRACE_ID, name: "note", value: "" }],
    ["zero", { traceId: TRACE_ID, name: "errors", value: 0 }],
    ["a session", { sessionId: "s-1", name: "helpful", value: 1 }],
    ["an experiment", { datasetRunId: "39b18b1d11ecd986", name: "accuracy", value: 1 }],
    ["an id of one's own", { traceId: TRACE_ID, id: "mine", name: "helpful", value: 1 }],
    ["an environment", { traceId: TRACE_ID, name: "helpful", value: 1, environment: "staging" }],
    ["a data type and a config", { traceId: TRACE_ID, name: "ok", value: 1, dataType: "BOOLEAN", configId: "c-1" }],
  ])("with %s", async (_what, score) => {
    const client = createClient();
    client.score.create(score);
    await client.flush();
    expect(sent()).toMatchObject([score]);
  });

  it("has the environment of SVC_TRACING_ENVIRONMENT", async () => {
    vi.stubEnv("SVC_TRACING_ENVIRONMENT", "production");
    const client = createClient();
    createScores(client, 1);
    await client.flush();
    expect(sent()).toMatchObject([{ environment: "production" }]);
  });

  it("writes a bigint in the metadata as digits, and omits circular metadata with an error", async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const client = createClient();
    client.score.create({ traceId: TRACE_ID, name: "big", value: 1, metadata: { id: 2n ** 64n } });
    client.score.create({ traceId: TRACE_ID, name: "round", value: 1, metadata: circle });
    await client.flush();
    expect(sent()).toMatchObject([{ metadata: { id: "18446744073709551616" } }, { name: "round" }]);
    expect(sent()[1]).not.toHaveProperty("metadata");
    expect(logged.errors()).toContain('"round"');
  });
});

describe("Score sending behaviour", () => {
  it("1. batches of up to 100", async () => {
    const client = createClient();
    createScores(client, 250);
    await client.flush();
    expect(batchSizes()).toEqual([50, 100, 100]);
    expect(new Set(sent().map(({ value }) => value)).size).toBe(250);
  });

  it("1. a batch of large scores stays below the size limit of services", async () => {
    const client = createClient();
    for (let i = 0; i < 10; i++) {
      client.score.create({ traceId: TRACE_ID, name: "long", value: i, comment: "x".repeat(200_000) });
    }
    await client.flush();
    expect(batchSizes()).toEqual([2, 4, 4]);
  });

  it("2. SVC_FLUSH_AT scores are sent without waiting for SVC_FLUSH_INTERVAL", async () => {
    vi.stubEnv("SVC_FLUSH_AT", "3");
    vi.stubEnv("SVC_FLUSH_INTERVAL", "1000000");
    const client = createClient();
    createScores(client, 3);
    await service.arrived(1);
    expect(sent()).toHaveLength(3);
  });

  it("2. fewer are sent after SVC_FLUSH_INTERVAL, repeatedly", async () => {
    vi.stubEnv("SVC_FLUSH_INTERVAL", "0.05");
    const client = createClient();
    createScores(client, 1);
    await service.arrived(1);
    createScores(client, 1);
    await service.arrived(2);
    expect(sent()).toHaveLength(2);
  });

  it("2. score.observation, score.trace, activeObservation and activeTrace set their target", async () => {
    record();
    const client = createClient();
    const observation = startObservation("work");
    client.score.observation(observation, { name: "of observation", value: 1 });
    client.score.trace(observation, { name: "of trace", value: 1 });
    observation.end();
    const active = startActiveObservation("active", (span) => {
      client.score.activeObservation({ name: "of active observation", value: 1 });
      client.score.activeTrace({ name: "of active trace", value: 1 });
      return span;
    });
    await client.flush();
    const target = ({ name, traceId, observationId }: SentScore): unknown => [name, traceId, observationId];
    expect(sent().map(target)).toEqual([
      ["of observation", observation.traceId, observation.id],
      ["of trace", observation.traceId, undefined],
      ["of active observation", active.traceId, active.id],
      ["of active trace", active.traceId, undefined],
    ]);
  });

  it.each(["activeObservation", "activeTrace"] as const)(
    "2. %s without an active span logs a warning",
    async (method) => {
      const client = createClient();
      client.score[method]({ name: "lonely", value: 1 });
      await client.flush();
      expect(service.requests).toEqual([]);
      expect(logged.warnings()).toContain(method);
    },
  );

  it("2. flush() and shutdown() return what was delivered", async () => {
    const client = createClient();
    createScores(client, 2);
    const none = { rejected: 0, lost: 0, waiting: 0 };
    expect(await client.flush()).toEqual({ scores: { delivered: 2, ...none }, media: { uploaded: 0, failed: 0 } });
    createScores(client, 1);
    expect((await client.shutdown()).scores).toEqual({ delivered: 3, ...none });
  });

  it("2. a flush in progress and a shutdown lose nothing", async () => {
    const answers: Array<() => void> = [];
    service.answer = (response, nth, request) => answers.push(() => accept(response, nth, request));
    const client = createClient();
    createScores(client, 1);
    const first = client.flush();
    await service.arrived(1);
    createScores(client, 1);
    const shutdown = client.shutdown();
    await service.arrived(2);
    createScores(client, 1);
    service.answer = accept;
    for (const answer of answers) answer();
    await Promise.all([first, shutdown]);
    expect(sent()).toHaveLength(3);

    createScores(client, 1);
    await client.flush();
    expect(sent()).toHaveLength(4);
  });

  it("3. the timestamp is the time it was queued, or its own", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-04T03:02:01.000Z") });
    const client = createClient();
    createScores(client, 1);
    vi.setSystemTime(new Date("2026-05-04T04:00:00.000Z"));
    client.score.create({ sessionId: "s", name: "a", value: 1, timestamp: new Date("2025-01-01T00:00:00Z") });
    client.score.create({ sessionId: "s", name: "b", value: 1, timestamp: "2025-01-01T01:00:00+01:00" });
    await client.flush();
    expect(sent().map(({ timestamp }) => timestamp)).toEqual([
      "2026-05-04T03:02:01.000Z",
      "2025-01-01T00:00:00.000Z",
      "2025-01-01T00:00:00.000Z",
    ]);
  });

  it("4. a score is not sent if its trace was sampled out; a score without a trace is always sent", async () => {
    record({ sampler: { shouldSample: () => ({ decision: 0 }), toString: () => "none" } });
    const client = createClient();
    const traceId = startActiveObservation("sampled out", (span) => {
      client.score.observation(span, { name: "of observation", value: 1 });
      client.score.trace(span, { name: "of trace", value: 1 });
      client.score.activeObservation({ name: "of active observation", value: 1 });
      client.score.activeTrace({ name: "of active trace", value: 1 });
      return span.traceId;
    });
    client.score.create({ traceId, name: "by id, later", value: 1 });
    client.score.create({ sessionId: "s-1", name: "of session", value: 1 });
    client.score.create({ traceId: TRACE_ID, name: "of another process", value: 1 });
    await client.flush();
    expect(sent().map(({ name }) => name)).toEqual(["of session", "of another process"]);
    expect(logged.errors() + logged.warnings()).toBe("");
  });
});

describe("Errors: score sending", () => {
  it("207: rejected scores are counted with the server's errors, and not retried", async () => {
    service.answer = (response) =>
      answerJson(response, 207, {
        accepted: 1,
        rejected: 2,
        errors: [{ message: "a: value out of range" }, { message: "b: config not found" }],
      });
    const client = createClient();
    createScores(client, 3);
    const { scores } = await client.flush();
    expect(logged.errors()).toContain("rejected 2 of 3 scores in batch");
    expect(logged.errors()).toContain("a: value out of range; b: config not found");
    expect(service.requests).toHaveLength(1);
    expect(scores).toEqual({ delivered: 1, rejected: 2, lost: 0, waiting: 0 });
  });

  it("400: the service is too old; the batch is dropped", async () => {
    service.answer = (response) => answerJson(response, 400, { message: "Invalid request data" });
    const client = createClient();
    createScores(client, 2);
    const { scores } = await client.flush();
    expect(logged.errors()).toContain("batched score creation needs service 4.55.0 or later");
    expect(service.requests).toHaveLength(1);
    expect(scores).toEqual({ delivered: 0, rejected: 0, lost: 2, waiting: 0 });
  });

  it.each([401, 403, 404, 405, 413, 422])("other 4xx: %i is logged, not retried", async (status) => {
    service.answer = (response) => answerJson(response, status, { message: "no" });
    const client = createClient();
    createScores(client, 1);
    await client.flush();
    expect(logged.errors()).toContain(`refused with status ${status}`);
    expect(logged.errors()).not.toContain(TEST_KEYS.secretKey);
    expect(service.requests).toHaveLength(1);
  });

  it.each<[what: string, fail: Answer]>([
    ["a network error", (response) => void response.destroy()],
    ["429", (response) => void response.writeHead(429).end()],
    ["500", (response) => void response.writeHead(500).end()],
    ["503", (response) => void response.writeHead(503).end()],
  ])("%s is retried with backoff until it succeeds", async (_what, fail) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    service.answer = (response, nth, request) =>
      nth < 4 ? fail(response, nth, request) : accept(response, nth, request);
    const client = createClient();
    createScores(client, 1);
    const { scores } = await whileTimePasses(client.flush());
    expect(scores.delivered).toBe(1);
    expect(service.requests).toHaveLength(4);
  });

  it("429: Retry-After is honoured, also by later batches", async () => {
    const arrivals: number[] = [];
    service.answer = (response, nth, request) => {
      arrivals.push(performance.now());
      if (nth === 1) response.writeHead(429, { "retry-after": "1" }).end();
      else accept(response, nth, request);
    };
    const client = createClient();
    createScores(client, 1);
    const flushed = client.flush();
    await vi.waitFor(() => expect(logged.warnings()).toContain("answered with status 429; scores wait"));
    createScores(client, 150);
    await Promise.all([flushed, client.flush()]);
    expect(sent()).toHaveLength(152);
    expect(arrivals[1]! - arrivals[0]!).toBeGreaterThan(950);
  });

  it("a refused connection is retried until the service answers", async () => {
    const port = await freePort();
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}` });
    createScores(client, 1);
    const flushed = client.flush();
    await vi.waitFor(() => expect(logged.warnings()).toContain("could not be reached (ECONNREFUSED); scores wait"));
    const late = await startRecordingService(accept, port);
    expect((await flushed).scores.delivered).toBe(1);
    await late.close();
  });

  it("scores that a service did not accept by the end of a shutdown are lost, and logged", async () => {
    // A refusal that a slow machine hears of after half of it counts as a request that hangs.
    vi.stubEnv("SVC_SHUTDOWN_TIMEOUT", "2");
    const client = createClient({ baseUrl: `http://127.0.0.1:${await freePort()}` });
    createScores(client, 1);
    expect((await client.shutdown()).scores).toEqual({ delivered: 0, rejected: 0, lost: 1, waiting: 0 });
    expect(logged.errors()).toContain("1 score was lost");
    expect(logged.errors()).toContain("it took nothing for 2 s");
  });

  it.each<[what: string, score: unknown]>([
    ["an empty name", { traceId: TRACE_ID, name: "", value: 1 }],
    ["no name", { traceId: TRACE_ID, value: 1 }],
    ["a name that is a number", { traceId: TRACE_ID, name: 7, value: 1 }],
    ["NaN", { traceId: TRACE_ID, name: "n", value: Number.NaN }],
    ["Infinity", { traceId: TRACE_ID, name: "n", value: Infinity }],
    ["-Infinity", { traceId: TRACE_ID, name: "n", value: -Infinity }],
    ["a boolean", { traceId: TRACE_ID, name: "n", value: true }],
    ["a bigint", { traceId: TRACE_ID, name: "n", value: 1n }],
    ["an object", { traceId: TRACE_ID, name: "n", value: {} }],
    ["null", { traceId: TRACE_ID, name: "n", value: null }],
    ["no value", { traceId: TRACE_ID, name: "n" }],
    ["a timestamp that is no time", { traceId: TRACE_ID, name: "n", value: 1, timestamp: "yesterday" }],
    ["an invalid date", { traceId: TRACE_ID, name: "n", value: 1, timestamp: new Date(Number.NaN) }],
    ["nothing at all", undefined],
    ["null itself", null],
    ["a text", "score"],
  ])("a score with %s is logged at error level and dropped", async (_what, score) => {
    const client = createClient();
    client.score.create(score as ScoreBody);
    await client.flush();
    expect(service.requests).toEqual([]);
    expect(logged.errors()).toMatch(/The score .* is dropped/);
  });

  it.each<[what: string, target: unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["an object without a span", {}],
    [
      "a span that throws",
      {
        otelSpan: {
          spanContext: () => {
            throw new Error("broken");
          },
        },
      },
    ],
  ])("score methods never throw: an observation that is %s", async (_what, target) => {
    const client = createClient();
    client.score.observation(target as never, { name: "n", value: 1 });
    client.score.trace(target as never, { name: "n", value: 1 });
    await client.flush();
    expect(service.requests).toEqual([]);
    expect(logged.errors().split("\n")).toHaveLength(2);
  });

  it("without credentials scores are dropped, and one line names the missing settings", async () => {
    const client = new SvcClient({ baseUrl: service.url });
    createScores(client, 3);
    await client.flush();
    expect(service.requests).toEqual([]);
    expect(logged.warnings()).toContain("SVC_PUBLIC_KEY and SVC_SECRET_KEY");
    expect(logged.errors().split("\n")).toHaveLength(1);
  });
});

describe("scores that do not reach the service", () => {
  it.each<[what: string, answer: Answer, text: string]>([
    [
      "a login page",
      (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html><title>Sign in</title>"),
      'answered with a web page, "Sign in" (status 200)',
    ],
    [
      "a redirect",
      (response) => void response.writeHead(302, { location: "https://login.corp.test/?token=secret" }).end(),
      "redirects to https://login.corp.test/ (status 302)",
    ],
  ])("but %s are kept and retried, and the problem is logged once", async (_what, answer, text) => {
    service.answer = (response, nth, request) => (nth <= 2 ? answer : accept)(response, nth, request);
    const client = createClient();
    createScores(client, 3);
    expect((await client.flush()).scores).toEqual({ delivered: 3, rejected: 0, lost: 0, waiting: 0 });
    expect(logged.warnings()).toContain(text);
    expect(logged.warnings()).not.toContain("secret");
    // A prompt that another file of the contract fetched may be refreshed in the background of the same process.
    expect(logged.warnings().match(/scores wait and are sent again/g)).toHaveLength(1);
    expect(logged.errors()).toBe("");
  });
});

describe("Limits: the score request", () => {
  it("has a timeout of 5 seconds and one retry on timeout", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    service.answer = () => {};
    const client = createClient();
    createScores(client, 100);
    await service.arrived(1);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(service.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await service.arrived(2);
    expect(logged.errors()).toBe("");
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitFor(() => expect(logged.errors()).toContain("100 scores may not have arrived"));
    expect(logged.errors()).toContain("no answer within 5 s");
    expect(service.requests).toHaveLength(2);
  });

  it.each([
    ["the option timeout", { timeout: 0.1 }, undefined],
    ["SVC_TIMEOUT", {}, "0.1"],
  ])("accepts %s", async (_source, params, variable) => {
    vi.stubEnv("SVC_TIMEOUT", variable);
    service.answer = (response, nth, request) => (nth === 1 ? undefined : accept(response, nth, request));
    const client = createClient(params);
    createScores(client, 1);
    expect((await client.flush()).scores.delivered).toBe(1);
    expect(service.requests).toHaveLength(2);
  });

  it("is retried once after a timeout at shutdown", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    service.answer = (response, nth, request) => (nth === 1 ? undefined : accept(response, nth, request));
    const client = createClient();
    createScores(client, 3);
    const shutdown = client.shutdown();
    await service.arrived(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await shutdown).scores).toEqual({ delivered: 3, rejected: 0, lost: 0, waiting: 0 });
    expect(service.requests).toHaveLength(2);
    expect(logged.errors()).toBe("");
  });

  it("that hangs twice delays shutdown by 10 seconds, and the loss is logged", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    service.answer = () => {};
    const client = createClient();
    createScores(client, 3);
    let isOver = false;
    const shutdown = client.shutdown().finally(() => (isOver = true));
    await service.arrived(1);
    await vi.advanceTimersByTimeAsync(5_000);
    await service.arrived(2);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect((await shutdown).scores).toEqual({ delivered: 0, rejected: 0, lost: 3, waiting: 0 });
    expect(logged.errors()).toContain("3 scores may not have arrived");
    expect(logged.errors()).toMatch(/it took nothing for 10 s|no answer within 5 s\. .* The request was made twice/);
  });

  it("scores that wait after a flush are logged", async () => {
    vi.stubEnv("SVC_SHUTDOWN_TIMEOUT", "0.1");
    service.answer = (response) => response.writeHead(503).end();
    const client = createClient();
    createScores(client, 3);
    expect((await client.flush()).scores).toEqual({ delivered: 0, rejected: 0, lost: 0, waiting: 3 });
    expect(logged.warnings()).toMatch(/Waiting after a flush:\n3$/m);
  });

  it("a hanging request holds shutdown for SVC_SHUTDOWN_TIMEOUT, and as long again,", async () => {
    vi.stubEnv("SVC_SHUTDOWN_TIMEOUT", "0.3");
    service.answer = () => {};
    const client = createClient();
    createScores(client, 3);
    expect((await client.shutdown()).scores).toEqual({ delivered: 0, rejected: 0, lost: 3, waiting: 0 });
    expect(logged.errors()).toContain("3 scores may not have arrived");
  });

  it("a slow service that accepts scores is waited for", async () => {
    vi.stubEnv("SVC_SHUTDOWN_TIMEOUT", "1");
    service.answer = (response, nth, request) => void setTimeout(() => accept(response, nth, request), 300);
    const client = createClient();
    createScores(client, 4_000);
    expect((await client.shutdown()).scores).toMatchObject({ delivered: 4_000, lost: 0 });
  });

  it("at most 100,000 wait; further scores are counted and logged", { timeout: 60_000 }, async () => {
    const client = createClient();
    createScores(client, 100_010);
    const { scores } = await client.shutdown();
    expect(scores).toEqual({ delivered: 100_000, rejected: 0, lost: 10, waiting: 0 });
    expect(new Set(sent().map(({ id }) => id)).size).toBe(100_000);
    expect(logged.errors()).toContain("10 scores were lost: the queue is full");
  });
});
