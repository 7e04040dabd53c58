import {
  basicAuthorization,
  SVC_INGESTION_VERSION,
  SvcHeaders,
  SvcOtelSpanAttributes as Svc,
} from "@svc/core/internal";
import { propagateAttributes, startObservation } from "@svc/tracing";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { runProgram, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { PRELOAD_FILE } from "../support/paths.ts";
import { startExportSink, type ExportSink } from "../support/otlp/export-sink.ts";
import { freePort } from "../support/http/free-port.ts";
import { startGateway as startProxy } from "../support/http/gateway.ts";
import { startLocalService, type LocalService, type StoredObservation } from "../support/server/local-service.ts";
import { TEST_KEYS, traceTo, untrace, type Traced } from "../support/otlp/traced.ts";
import { captureLogLines } from "../support/log-lines.ts";
import { Collector, type CollectorOptions } from "./collector.ts";
import { describeWithEngine } from "./engine.ts";

const EXAMPLE = join(import.meta.dirname, "../../examples/support-agent");
const AUTHORIZATION = basicAuthorization(TEST_KEYS.publicKey, TEST_KEYS.secretKey);

/** Longest time for a kept span to arrive: the pauses between attempts grow. */
const ARRIVAL = { timeout: 45_000, interval: 100 };

/** Clean-up after each test, the last entry first. */
const undone: Array<() => Promise<unknown> | void> = [];

afterEach(async () => {
  for (const undo of undone.splice(0).toReversed()) await undo();
  vi.restoreAllMocks();
});

/** Creates a gateway in front of this address, with the service's keys. */
async function createGateway(service: string, options: Partial<CollectorOptions> = {}): Promise<Collector> {
  const { publicKey, secretKey } = TEST_KEYS;
  const env = { SVC_BASE_URL: service, SVC_PUBLIC_KEY: publicKey, SVC_SECRET_KEY: secretKey, ...options.env };
  const gateway = await Collector.create("gateway", { ...options, env });
  undone.push(() => gateway.remove());
  return gateway;
}

async function startService(options: { port?: number; data?: string } = {}): Promise<LocalService> {
  const service = await startLocalService({ ...options, keys: TEST_KEYS });
  undone.push(() => service.stop());
  return service;
}

async function startSink(port?: number): Promise<ExportSink> {
  const sink = await startExportSink(port);
  undone.push(() => sink.close());
  return sink;
}

/** Starts sending to this address from this process. */
function sendTo(url: string): Traced {
  const traced = traceTo(url, { flushInterval: 3600 });
  undone.push(async () => {
    untrace();
    await traced.processor.shutdown();
  });
  return traced;
}

/** Runs the example under the preload, without the service's keys. */
function runExample(url: string): Promise<ApplicationRun> {
  return runProgram({
    cwd: EXAMPLE,
    node: ["--require", PRELOAD_FILE],
    args: ["app.js"],
    env: { SVC_BASE_URL: url, SVC_PUBLIC_KEY: "gateway", SVC_SECRET_KEY: "gateway", SVC_MEDIA_UPLOAD_ENABLED: "false" },
  });
}

const ANSWERED = { exitCode: 0, stderr: "", stdout: expect.stringContaining("The Left Hand of Darkness") as string };

/** Returns the fields of an observation that are equal in every run. */
function told(observation: StoredObservation): unknown {
  const { type, name, level, environment, providedModelName, modelParameters, usageDetails, input, output } =
    observation;
  const withoutIds = (text: string | null): string | undefined => text?.replaceAll(/call_[0-9a-f]{8}/g, "call");
  const content = { input: withoutIds(input), output: withoutIds(output) };
  return { type, name, level, environment, providedModelName, modelParameters, usageDetails, ...content };
}

describeWithEngine("the gateway", () => {
  test("forwards spans unchanged, with its own keys and the ingestion version", async () => {
    const service = await startService();
    const proxy = await startProxy(service.url);
    undone.push(() => proxy.close());
    const gateway = await createGateway(proxy.url);
    await gateway.start();

    expect(await runExample(gateway.url)).toMatchObject(ANSWERED);
    const [request] = await proxy.posts(1);
    expect(request).toMatchObject({ status: 200, path: "/api/public/otel/v1/traces" });
    expect(request!.headers).toMatchObject({
      [SvcHeaders.AUTHORIZATION]: AUTHORIZATION,
      [SvcHeaders.INGESTION_VERSION]: SVC_INGESTION_VERSION,
      "content-type": "application/x-protobuf",
      "content-encoding": "gzip",
    });

    const through = await service.observations();
    const direct = await startLocalService();
    undone.push(() => direct.stop());
    await runProgram({
      cwd: EXAMPLE,
      node: ["--require", PRELOAD_FILE],
      args: ["app.js"],
      env: sendingTo(direct.url),
    });
    expect(through).toHaveLength(2);
    expect(through.map(told)).toEqual((await direct.observations()).map(told));
    expect(gateway.log).not.toContain(TEST_KEYS.secretKey);
    expect(gateway.log).not.toContain(AUTHORIZATION.split(" ")[1]);
  });

  test("accepts exports of any OpenTelemetry SDK, at the default path and without keys", async () => {
    const sink = await startSink();
    const gateway = await createGateway(sink.url);
    await gateway.start();
    const span = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", name: "foreign", kind: 1 };
    const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    const headers = { "content-type": "application/json" };
    expect((await fetch(`${gateway.otlpUrl}/v1/traces`, { method: "POST", headers, body })).status).toBe(200);
    await sink.requests(1);
    expect(sink.spans.map(({ name }) => name)).toEqual(["foreign"]);
    expect(sink.exports[0]!.headers[SvcHeaders.AUTHORIZATION]).toBe(AUTHORIZATION);
  });

  test("keeps accepted spans while the service is down, and when it is killed itself", async () => {
    const data = await mkdtemp(join(tmpdir(), "svc-data-"));
    undone.push(() => rm(data, { recursive: true, force: true }));
    const port = await freePort();
    const gateway = await createGateway(`http://127.0.0.1:${port}`);
    await gateway.start();

    const before = await startLocalService({ port, data, keys: TEST_KEYS });
    expect(await runExample(gateway.url)).toMatchObject(ANSWERED);
    await vi.waitFor(async () => expect(await before.observations()).toHaveLength(2), ARRIVAL);
    await before.stop();

    expect(await runExample(gateway.url)).toMatchObject(ANSWERED);
    await gateway.kill();
    await gateway.start();
    expect(await runExample(gateway.url)).toMatchObject(ANSWERED);
    await gateway.stop();
    await gateway.start();

    const after = await startService({ port, data });
    await vi.waitFor(async () => expect(await after.observations()).toHaveLength(6), ARRIVAL);
    const traces = new Set((await after.observations()).map(({ traceId }) => traceId));
    expect(traces.size).toBe(6);
  });

  test("retries until the service accepts", async () => {
    const sink = await startSink();
    sink.answer = (response, nth) =>
      response.writeHead([503, 429, 502, 504][nth - 1] ?? 200, { "retry-after": "0" }).end();
    const gateway = await createGateway(sink.url, {
      settings: ["exporters::otlp_http/svc::retry_on_failure::initial_interval: 10ms"],
    });
    await gateway.start();
    const { processor } = sendTo(gateway.url);
    startObservation("patient").end();
    await processor.forceFlush();
    await vi.waitFor(() => expect(sink.exports).toHaveLength(5), ARRIVAL);
    expect(new Set(sink.spans.map(({ name }) => name))).toEqual(new Set(["patient"]));
  });

  test("rejects spans when its memory is full, and the application retries them", async () => {
    const logged = captureLogLines();
    const sink = await startSink();
    const gateway = await createGateway(sink.url);
    await gateway.start(["processors::memory_limiter::limit_mib: 1"]);
    const { processor } = sendTo(gateway.url);
    // The limiter reads the memory once a second.
    await vi.waitFor(async () => {
      startObservation("refused").end();
      await processor.forceFlush();
      expect(logged.warnings()).toContain("status 503");
    }, ARRIVAL);
    startObservation("waiting").end();
    await processor.forceFlush();
    expect(sink.spans.map(({ name }) => name)).not.toContain("waiting");

    await gateway.stop();
    await gateway.start();
    await vi.waitFor(() => expect(sink.spans.map(({ name }) => name)).toContain("waiting"), ARRIVAL);
    expect(logged.errors()).toBe("");
  });

  test("rejects spans when its queue is full, and the application retries them", async () => {
    const logged = captureLogLines();
    const port = await freePort();
    const gateway = await createGateway(`http://127.0.0.1:${port}`, {
      settings: [
        "exporters::otlp_http/svc::sending_queue::queue_size: 8000",
        "exporters::otlp_http/svc::sending_queue::batch::min_size: 1",
      ],
    });
    await gateway.start();
    const { processor } = sendTo(gateway.url);
    let sent = 0;
    while (!logged.warnings().includes("status 503")) {
      startObservation(`observation ${sent++}`, { input: "x".repeat(1_000) }).end();
      await processor.forceFlush();
    }
    const sink = await startSink(port);
    await vi.waitFor(() => expect(new Set(sink.spans.map(({ name }) => name)).size).toBe(sent), ARRIVAL);
    expect(logged.errors()).toBe("");
  });
});

describeWithEngine("the gateway with sampling", () => {
  const SLOW_MS = 60_000;
  const now = Date.now();

  /** Span of a trace of its own in OTLP JSON, or of the trace of another one. */
  const span = (
    trace: number,
    name: string,
    { status = 0, ms = 5, attributes = {} }: { status?: number; ms?: number; attributes?: Record<string, string> } = {},
  ): object => ({
    traceId: trace.toString(16).padStart(32, "0"),
    spanId: randomBytes(8).toString("hex"),
    name,
    kind: 1,
    startTimeUnixNano: `${now}000000`,
    endTimeUnixNano: `${now + ms}000000`,
    status: { code: status },
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
  });

  async function startSampling(
    percentage: number,
  ): Promise<{ sink: ExportSink; send: (...spans: object[]) => Promise<void> }> {
    const sink = await startSink();
    const env = {
      SVC_SAMPLING_WAIT: "2s",
      SVC_SAMPLING_SLOW_MS: String(SLOW_MS),
      SVC_SAMPLING_PERCENTAGE: String(percentage),
    };
    const gateway = await createGateway(sink.url, { added: ["sampling"], env });
    await gateway.start();
    const send = async (...spans: object[]): Promise<void> => {
      const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
      const headers = { "content-type": "application/json" };
      expect((await fetch(`${gateway.otlpUrl}/v1/traces`, { method: "POST", headers, body })).status).toBe(200);
    };
    return { sink, send };
  }

  const KEPT = [
    "part of a failed trace",
    "failed later",
    "failed by level",
    "slow",
    "of an experiment",
    "evaluated",
    "marked",
  ];

  test("keeps whole traces that failed, took long, are scored or marked, and none of the rest", async () => {
    const { sink, send } = await startSampling(0);
    await send(span(1, "dropped"), span(2, "part of a failed trace"));
    await send(
      span(2, "failed later", { status: 2 }),
      span(3, "failed by level", { attributes: { [Svc.OBSERVATION_LEVEL]: "ERROR" } }),
      span(4, "slow", { ms: SLOW_MS + 1 }),
      span(5, "of an experiment", { attributes: { [Svc.EXPERIMENT_ID]: "one" } }),
      span(6, "evaluated", { attributes: { [Svc.OBSERVATION_TYPE]: "evaluator" } }),
    );
    const { processor } = sendTo(sink.url);
    propagateAttributes({ metadata: { keep: true } }, () => startObservation("marking").end());
    await processor.forceFlush();
    const attribute = sink.spans.flatMap(({ attributes }) => attributes).find(({ key }) => key.endsWith(".keep"));
    await send(span(7, "marked", { attributes: { [attribute?.key ?? ""]: "true" } }));
    // The dropped trace arrived first: it was decided when these are.
    await vi.waitFor(() => expect(sink.spans.map(({ name }) => name)).toEqual(expect.arrayContaining(KEPT)), ARRIVAL);
    expect(sink.spans.map(({ name }) => name).toSorted()).toEqual([...KEPT, "marking"].toSorted());
  });

  test("keeps the rest when all of it is asked for", async () => {
    const { sink, send } = await startSampling(100);
    await send(span(1, "of the rest"));
    await vi.waitFor(() => expect(sink.spans.map(({ name }) => name)).toEqual(["of the rest"]), ARRIVAL);
  });
});

describeWithEngine("the balancer", () => {
  /** Starts two gateways at different addresses, and a balancer that resolves both by one name. */
  async function startTier(): Promise<{ balancer: Collector; gateways: Collector[]; sinks: ExportSink[] }> {
    const grpcPort = await freePort();
    const sinks = [await startSink(), await startSink()];
    const gateways: Collector[] = [];
    for (const [index, sink] of sinks.entries()) {
      const gateway = await createGateway(sink.url, { host: `127.0.0.${index + 2}`, grpcPort });
      await gateway.start();
      gateways.push(gateway);
    }
    const balancer = await Collector.create("balancer", {
      env: { SVC_GATEWAYS: "gateways.test" },
      hosts: { "gateways.test": ["127.0.0.2", "127.0.0.3"] },
      settings: [`exporters::load_balancing::resolver::dns::port: "${grpcPort}"`],
    });
    undone.push(() => balancer.remove());
    await balancer.start();
    return { balancer, gateways, sinks };
  }

  const traceIds = (sink: ExportSink): Set<string> =>
    new Set(sink.spans.map(({ traceId }) => Buffer.from(traceId).toString("hex")));

  test("sends all spans of a trace to the same gateway", async () => {
    const { balancer, sinks } = await startTier();
    const { processor } = sendTo(balancer.url);
    const roots = Array.from({ length: 100 }, (_, index) => startObservation(`root ${index}`));
    for (const round of [1, 2]) {
      for (const root of roots) root.startObservation(`child ${round}`).end();
      await processor.forceFlush();
    }
    for (const root of roots) root.end();
    await processor.forceFlush();

    await vi.waitFor(() => expect(sinks.flatMap(({ spans }) => spans)).toHaveLength(300), ARRIVAL);
    const [first, second] = sinks.map(traceIds);
    expect(first!.size).toBeGreaterThan(0);
    expect(second!.size).toBeGreaterThan(0);
    expect(first!.size + second!.size).toBe(100);
  });

  test("leaves spans for an unreachable gateway with the application", async () => {
    const logged = captureLogLines();
    const { balancer, gateways, sinks } = await startTier();
    const { processor } = sendTo(balancer.url);
    await gateways[1]!.kill();
    for (let index = 0; index < 50; index += 1) startObservation(`trace ${index}`).end();
    await processor.forceFlush();
    expect(logged.warnings()).toContain("status 503");

    await gateways[1]!.start();
    await vi.waitFor(() => expect(traceIds(sinks[0]!).size + traceIds(sinks[1]!).size).toBe(50), ARRIVAL);
    expect(traceIds(sinks[1]!).size).toBeGreaterThan(0);
    expect(logged.errors()).toBe("");
  });
});

test("the Collector has one version in all files, that of its modules", async () => {
  const root = join(import.meta.dirname, "../..");
  const files = [
    "docker/compose.yaml",
    "docker/compose.scale.yaml",
    "docker/kubernetes/gateway.yaml",
    "docker/kubernetes/balancer.yaml",
    "test/containers/collector.ts",
  ];
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), "utf8")));
  const manifest = await readFile(join(root, "docker/collector/manifest.yaml"), "utf8");
  const version = /^ {2}version: (\S+)$/m.exec(manifest)?.[1];
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  for (const text of texts) expect(/opentelemetry-collector-contrib:([\d.]+)/.exec(text)?.[1]).toBe(version);
});
