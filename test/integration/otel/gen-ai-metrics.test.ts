import { metrics, SpanStatusCode, type Attributes } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { GenAiMetrics } from "@svc/otel/gen-ai";
import { afterEach, describe, expect, it } from "vitest";

/** Metrics by name: unit, boundaries of the buckets, and each point's sum or value with its attributes. */
type Recorded = Record<
  string,
  { unit: string; boundaries?: readonly number[]; points: Array<[value: number, attributes: Attributes]> }
>;

const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

afterEach(() => metrics.disable());

/** Returns the metrics of a span that lasts two and a half seconds. */
async function metricsOf(name: string, attributes: Attributes, status = SpanStatusCode.UNSET): Promise<Recorded> {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter });
  const provider = new MeterProvider({ readers: [reader] });
  metrics.setGlobalMeterProvider(provider);
  const tracer = new TracerProvider({ spanProcessors: [new GenAiMetrics()] }).getTracer("svc-sdk");
  const span = tracer.startSpan(name, { attributes, startTime: 1_000 });
  span.setStatus({ code: status });
  span.end(3_500);
  await provider.forceFlush();
  const found = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  await provider.shutdown();
  return Object.fromEntries(
    found.map(({ descriptor: { name: metric, unit }, dataPoints }) => {
      const points = dataPoints.map(({ value, attributes: of }): [number, Attributes] => [
        typeof value === "number" ? value : value.sum!,
        of,
      ]);
      const value = dataPoints[0]?.value;
      const isHistogram = typeof value === "object" && "buckets" in value;
      return [metric, { unit, ...(isHistogram && { boundaries: value.buckets.boundaries }), points }];
    }),
  );
}

const CHAT: Attributes = {
  [svc.OBSERVATION_TYPE]: "generation",
  "gen_ai.operation.name": "chat",
  "gen_ai.provider.name": "openai",
  "gen_ai.request.model": "gpt-4.1-mini",
  "gen_ai.response.model": "gpt-4.1-mini-2025-04-14",
  "server.address": "api.openai.com",
  "gen_ai.response.id": "chatcmpl-1",
  [svc.OBSERVATION_INPUT]: "a secret",
};
const OF_CHAT = {
  "gen_ai.operation.name": "chat",
  "gen_ai.provider.name": "openai",
  "gen_ai.request.model": "gpt-4.1-mini",
  "gen_ai.response.model": "gpt-4.1-mini-2025-04-14",
  "server.address": "api.openai.com",
};
const USAGE = "gen_ai.client.inference.usage";

describe("client metrics of the conventions", () => {
  it("a model call: duration, time to the first chunk and every kind of token", async () => {
    const recorded = await metricsOf("chat", {
      ...CHAT,
      "gen_ai.response.time_to_first_chunk": 0.5,
      "gen_ai.usage.input_tokens": 100,
      "gen_ai.usage.image.input_tokens": 60,
      "gen_ai.usage.cache_read.input_tokens": 40,
      "gen_ai.usage.cache_write.input_tokens": 10,
      "gen_ai.usage.output_tokens": 20,
      "gen_ai.usage.reasoning.output_tokens": 5,
    });
    const tokens = (...points: Array<[number, string]>): Recorded[string] => ({
      unit: "{token}",
      points: points.map(([count, modality]) => [count, { ...OF_CHAT, "gen_ai.token.modality": modality }]),
    });
    expect(recorded).toEqual({
      "gen_ai.client.inference.duration": { unit: "s", boundaries: SECONDS, points: [[2.5, OF_CHAT]] },
      "gen_ai.client.inference.time_to_first_chunk": { unit: "s", boundaries: SECONDS, points: [[0.5, OF_CHAT]] },
      [`${USAGE}.input_tokens`]: tokens([60, "image"], [40, "text"]),
      [`${USAGE}.output_tokens`]: tokens([20, "unknown"]),
      [`${USAGE}.cache_read.input_tokens`]: tokens([40, "unknown"]),
      [`${USAGE}.cache_write.input_tokens`]: tokens([10, "unknown"]),
      [`${USAGE}.reasoning.output_tokens`]: tokens([5, "unknown"]),
    });
  });

  it("a call of the application: what its model and usage details name", async () => {
    const recorded = await metricsOf("chat", {
      [svc.OBSERVATION_TYPE]: "generation",
      [svc.OBSERVATION_MODEL]: "gpt-4.1-mini",
      [svc.OBSERVATION_USAGE_DETAILS]: JSON.stringify({ input: 7, output: 3 }),
    });
    const [[seconds, attributes] = []] = recorded["gen_ai.client.inference.duration"]!.points;
    expect([seconds, attributes?.["gen_ai.request.model"]]).toEqual([2.5, "gpt-4.1-mini"]);
    expect([
      recorded[`${USAGE}.input_tokens`]!.points[0]![0],
      recorded[`${USAGE}.output_tokens`]!.points[0]![0],
    ]).toEqual([7, 3]);
  });

  it.each([
    ["rate_limit_exceeded", { "error.type": "rate_limit_exceeded" }],
    ["_OTHER", {}],
  ])("a failed call has the error type %s, and no tokens", async (error, attributes) => {
    const recorded = await metricsOf("chat", { ...CHAT, ...attributes }, SpanStatusCode.ERROR);
    expect(recorded["gen_ai.client.inference.duration"]!.points).toEqual([[2.5, { ...OF_CHAT, "error.type": error }]]);
    expect(recorded[`${USAGE}.input_tokens`]!.points.map(([count]) => count)).toEqual([0]);
    expect(recorded).not.toHaveProperty([`${USAGE}.reasoning.output_tokens`]);
  });

  it.each([
    ["embedding", "gen_ai.client.embeddings.duration", { "gen_ai.operation.name": "embeddings" }],
    ["tool", "gen_ai.execute_tool.duration", { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "step" }],
    ["agent", "gen_ai.invoke_agent.duration", { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "step" }],
  ])("an observation of type %s has %s", async (type, metric, attributes) => {
    const recorded = await metricsOf("step", { [svc.OBSERVATION_TYPE]: type });
    expect(Object.keys(recorded)).toEqual([metric]);
    expect(recorded[metric]!.points).toEqual([[2.5, attributes]]);
  });

  it.each([
    { [svc.OBSERVATION_TYPE]: "chain" },
    { "http.request.method": "GET" },
    { [svc.OBSERVATION_TYPE]: "toString" },
  ])("nothing for the span %j", async (attributes) => {
    expect(await metricsOf("step", attributes)).toEqual({});
  });
});
