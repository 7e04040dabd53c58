import { SVC_SDK_VERSION } from "@svc/core";
import { type Compression } from "@svc/core/internal";
import { InMemorySpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import { SvcSpanProcessor, type SvcSpanProcessorParams } from "@svc/otel";
import { setSvcTracerProvider, startObservation } from "@svc/tracing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { exportSinkOfEachTest, type ReceivedExport } from "../support/otlp/export-sink.ts";
import { traceTo, untrace } from "../support/otlp/traced.ts";
import { logLinesOfEachTest } from "../support/log-lines.ts";

const logged = logLinesOfEachTest();
const sink = exportSinkOfEachTest();

afterEach(() => {
  untrace();
  vi.unstubAllEnvs();
});

/** Returns the request that arrives when a processor with these options sends one observation. */
async function exported(params: SvcSpanProcessorParams = {}, baseUrl: string = sink.url): Promise<ReceivedExport> {
  return exportedBy(traceTo(baseUrl, params).processor);
}

async function exportedBy(processor: SvcSpanProcessor): Promise<ReceivedExport> {
  startObservation("work", { input: "hello" }).end();
  await processor.forceFlush();
  expect(sink.exports).toHaveLength(1);
  expect(sink.spans.map(({ name }) => name)).toEqual(["work"]);
  return sink.exports[0]!;
}

describe("Wire endpoints: OTLP traces path on {base_url}", () => {
  it.each([
    ["without a trailing slash", ""],
    ["with a trailing slash", "/"],
    ["with two", "//"],
  ])("%s", async (_how, slash) => {
    const { path, headers } = await exported({}, sink.url + slash);
    expect(path).toBe("/api/public/otel/v1/traces");
    // Without Node the spans go as JSON, which every runtime can write.
    expect(headers["content-type"]).toMatch(/^application\/(?:x-protobuf|json)$/);
  });

  it("keeps the path of the base URL", async () => {
    const { processor } = traceTo(`${sink.url}/under/`);
    startObservation("work").end();
    await processor.forceFlush();
    expect(logged.errors()).toContain(`${sink.url}/under/api/public/otel/v1/traces refused with status 404`);
  });
});

describe("Span export rules 1 and 2: headers", () => {
  const credentials = `Basic ${btoa("pk-svc-test:sk-svc-test")}`;
  const defaults = {
    authorization: credentials,
    "x-svc-ingestion-version": "4",
    "x-svc-sdk-name": "javascript",
    "x-svc-sdk-version": SVC_SDK_VERSION,
    "x-svc-public-key": "pk-svc-test",
  };

  it("name the credentials, the SDK and the ingestion version by default", async () => {
    expect((await exported()).headers).toMatchObject(defaults);
  });

  it.each<[rule: string, additional: Record<string, string>, changed: Record<string, string>]>([
    ["3 opts out", { "x-svc-ingestion-version": "3" }, { "x-svc-ingestion-version": "3" }],
    ["3 opts out, in capitals", { "X-SVC-INGESTION-VERSION": "3" }, { "x-svc-ingestion-version": "3" }],
    ["3 opts out, in mixed case", { "X-Svc-Ingestion-Version": "3" }, { "x-svc-ingestion-version": "3" }],
    ["other credentials", { Authorization: "Bearer gateway" }, { authorization: "Bearer gateway" }],
    ["another SDK name", { "X-Svc-Sdk-Name": "mine" }, { "x-svc-sdk-name": "mine" }],
    ["another SDK version", { "X-Svc-SDK-Version": "0" }, { "x-svc-sdk-version": "0" }],
    ["another public key", { "X-SVC-Public-Key": "pk-2" }, { "x-svc-public-key": "pk-2" }],
    ["a header beside the defaults", { "X-Tenant": "t1" }, { "x-tenant": "t1" }],
    ["the later of two spellings", { "x-tenant": "t1", "X-TENANT": "t2" }, { "x-tenant": "t2" }],
  ])("additionalHeaders replace defaults: %s", async (_rule, additionalHeaders, changed) => {
    const { headers } = await exported({ additionalHeaders });
    expect(headers).toMatchObject({ ...defaults, ...changed });
  });

  it.each<[keys: string, publicKey: string, secretKey: string, authorization: string | undefined, sent: string]>([
    ["of both", "pk-env", "sk-env", `Basic ${btoa("pk-env:sk-env")}`, "pk-env"],
    ["of neither", "", "", undefined, "<missing>"],
    ["without the secret key", "pk-env", "", undefined, "pk-env"],
    ["without the public key", "", "sk-env", undefined, "<missing>"],
  ])("credentials from the environment: %s", async (_keys, publicKey, secretKey, authorization, sent) => {
    vi.stubEnv("SVC_PUBLIC_KEY", publicKey);
    vi.stubEnv("SVC_SECRET_KEY", secretKey);
    vi.stubEnv("SVC_BASE_URL", sink.url);
    const processor = new SvcSpanProcessor();
    setSvcTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
    const { headers } = await exportedBy(processor);
    expect(headers.authorization).toBe(authorization);
    expect(headers["x-svc-public-key"]).toBe(sent);
    expect(logged.warnings().includes("SVC_PUBLIC_KEY")).toBe(publicKey === "");
    expect(logged.warnings().includes("SVC_SECRET_KEY")).toBe(secretKey === "");
  });
});

describe("Span export rules 3: a custom exporter receives neither the headers nor the compression default", () => {
  it("receives the spans; the service gets no request, and credentials are not required", async () => {
    vi.stubEnv("SVC_PUBLIC_KEY", "");
    vi.stubEnv("SVC_SECRET_KEY", "");
    const exporter = new InMemorySpanExporter();
    const processor = new SvcSpanProcessor({ exporter, baseUrl: sink.url });
    setSvcTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
    startObservation("work").end();
    await processor.forceFlush();
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(["work"]);
    expect(sink.exports).toEqual([]);
    expect(logged.warnings()).toBe("");
  });

  it("the option compression is ignored with a warning", () => {
    void new SvcSpanProcessor({ exporter: new InMemorySpanExporter(), compression: "none" });
    expect(logged.warnings()).toMatch(/option compression of SvcSpanProcessor is ignored/);
  });
});

const [A, B, C] = [
  "SVC_OTEL_COMPRESSION",
  "OTEL_EXPORTER_OTLP_TRACES_COMPRESSION",
  "OTEL_EXPORTER_OTLP_COMPRESSION",
] as const;

interface CompressionRow {
  option?: unknown;
  env?: Partial<Record<typeof A | typeof B | typeof C, string>>;
  arrives: Compression;
  /** Expected warnings about invalid values, in order. */
  warned?: string[];
}

describe("Span export rules 4: compression, first valid wins, an invalid value falls through to the next", () => {
  const table: CompressionRow[] = [
    { arrives: "gzip" },
    // (a) constructor option
    { option: "none", arrives: "none" },
    { option: "gzip", arrives: "gzip" },
    { option: "none", env: { [A]: "gzip", [B]: "gzip", [C]: "gzip" }, arrives: "none" },
    { option: "gzip", env: { [A]: "none", [B]: "none", [C]: "none" }, arrives: "gzip" },
    { option: "brotli", arrives: "gzip", warned: ["option compression"] },
    { option: "brotli", env: { [A]: "none" }, arrives: "none", warned: ["option compression"] },
    // (b) SVC_OTEL_COMPRESSION
    { env: { [A]: "none" }, arrives: "none" },
    { env: { [A]: "none", [B]: "gzip", [C]: "gzip" }, arrives: "none" },
    { env: { [A]: "gzip", [B]: "none", [C]: "none" }, arrives: "gzip" },
    { env: { [A]: "zstd" }, arrives: "gzip", warned: [A] },
    { env: { [A]: "zstd", [B]: "none", [C]: "gzip" }, arrives: "none", warned: [A] },
    // (c) OTEL_EXPORTER_OTLP_TRACES_COMPRESSION
    { env: { [B]: "none" }, arrives: "none" },
    { env: { [B]: "none", [C]: "gzip" }, arrives: "none" },
    { env: { [B]: "gzip", [C]: "none" }, arrives: "gzip" },
    { env: { [B]: "zstd" }, arrives: "gzip", warned: [B] },
    { env: { [B]: "zstd", [C]: "none" }, arrives: "none", warned: [B] },
    // (d) OTEL_EXPORTER_OTLP_COMPRESSION
    { env: { [C]: "none" }, arrives: "none" },
    { env: { [C]: "gzip" }, arrives: "gzip" },
    // (e) gzip
    { env: { [C]: "zstd" }, arrives: "gzip", warned: [C] },
    {
      option: "brotli",
      env: { [A]: "1", [B]: "true", [C]: "deflate" },
      arrives: "gzip",
      warned: ["option compression", A, B, C],
    },
    // allowed values: case-insensitive for environment variables
    { env: { [A]: "NONE" }, arrives: "none" },
    { env: { [B]: "None" }, arrives: "none" },
    { env: { [C]: " nOnE " }, arrives: "none" },
    { env: { [A]: "GZIP", [B]: "none" }, arrives: "gzip" },
    { option: "NONE", arrives: "gzip", warned: ["option compression"] },
    // an empty variable is an unset one
    { env: { [A]: "", [B]: "none" }, arrives: "none" },
    { env: { [A]: "", [B]: "", [C]: "" }, arrives: "gzip" },
  ];

  it.each(table)("option $option, variables $env: $arrives", async ({ option, env = {}, arrives, warned = [] }) => {
    for (const name of [A, B, C]) vi.stubEnv(name, env[name]);
    const { headers } = await exported(option === undefined ? {} : { compression: option as Compression });
    expect(headers["content-encoding"]).toBe(arrives === "gzip" ? "gzip" : undefined);

    const warnings = logged.warnings() === "" ? [] : logged.warnings().split("\n");
    expect(warnings).toHaveLength(warned.length);
    for (const [index, source] of warned.entries()) {
      expect(warnings[index]).toContain(source);
      expect(warnings[index]).toContain('"gzip" or "none"');
    }
  });
});
