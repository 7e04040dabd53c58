import {
  isDefaultExportSpan,
  isGenAISpan,
  isKnownLLMInstrumentor,
  isSvcSpan,
  KNOWN_LLM_INSTRUMENTATION_SCOPE_PREFIXES,
  SvcSpanProcessor,
  type ShouldExportSpan,
} from "@svc/otel";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import type { Attributes } from "@opentelemetry/api";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startExportSink, type ExportSink } from "../support/otlp/export-sink.ts";
import { TEST_KEYS } from "../support/otlp/traced.ts";
import { captureLogLines, type LogLines } from "../support/log-lines.ts";

const PREFIXES = [
  "svc-sdk",
  "agent_framework",
  "ai",
  "haystack",
  "langsmith",
  "litellm",
  "openinference",
  "opentelemetry.instrumentation.anthropic",
  "opentelemetry.instrumentation.aws_bedrock",
  "opentelemetry.instrumentation.bedrock",
  "opentelemetry.instrumentation.gemini",
  "opentelemetry.instrumentation.google_genai",
  "opentelemetry.instrumentation.google_generativeai",
  "opentelemetry.instrumentation.openai",
  "opentelemetry.instrumentation.openai_v2",
  "opentelemetry.instrumentation.vertex_ai",
  "opentelemetry.instrumentation.vertexai",
  "strands-agents",
  "vllm",
];

interface Row {
  scope: string;
  attributes?: Attributes;
  /** Part of the filter that accepts the span. */
  because: "svc" | "known" | "gen_ai" | "nothing";
}

const wanted: ShouldExportSpan = ({ otelSpan }) => otelSpan.attributes["keep"] === true;

const more: ShouldExportSpan = ({ otelSpan }) => isDefaultExportSpan(otelSpan) || otelSpan.attributes["keep"] === true;

const fragile: ShouldExportSpan = ({ otelSpan }) => {
  if (otelSpan.name === "poison") throw new Error("cannot judge");
  return true;
};

describe("Default export filter", () => {
  let sink: ExportSink;
  let logged: LogLines;

  beforeEach(async () => {
    sink = await startExportSink();
    logged = captureLogLines();
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await sink.close();
  });

  async function arriving(
    spans: ReadonlyArray<{ name: string; scope: string; attributes?: Attributes }>,
    shouldExportSpan?: ShouldExportSpan,
  ): Promise<string[]> {
    const params = { ...TEST_KEYS, baseUrl: sink.url };
    const processor = new SvcSpanProcessor(shouldExportSpan === undefined ? params : { ...params, shouldExportSpan });
    const provider = new TracerProvider({ spanProcessors: [processor] });
    for (const { name, scope, attributes } of spans) {
      provider
        .getTracer(scope)
        .startSpan(name, attributes === undefined ? {} : { attributes })
        .end();
    }
    await processor.forceFlush();
    return sink.spans.map(({ name }) => name);
  }

  it("has exactly these scope prefixes", () => {
    expect([...KNOWN_LLM_INSTRUMENTATION_SCOPE_PREFIXES].toSorted()).toEqual(PREFIXES.toSorted());
  });

  const table: Row[] = [
    { scope: "svc-sdk", because: "svc" },
    ...PREFIXES.slice(1).map((scope): Row => ({ scope, because: "known" })),
    ...PREFIXES.filter((prefix) => prefix !== "ai").map((prefix): Row => ({
      scope: `${prefix}.part`,
      because: "known",
    })),
    ...PREFIXES.map((prefix): Row => ({ scope: `${prefix}x`, because: "nothing" })),
    ...PREFIXES.map((prefix): Row => ({ scope: `x.${prefix}`, because: "nothing" })),
    { scope: "ai.part", because: "nothing" },
    { scope: "AI", because: "nothing" },
    { scope: "opentelemetry.instrumentation", because: "nothing" },
    { scope: "@opentelemetry/instrumentation-http", because: "nothing" },
    { scope: "app", attributes: { "gen_ai.system": "openai" }, because: "gen_ai" },
    { scope: "app", attributes: { other: 1, "gen_ai.x": "" }, because: "gen_ai" },
    { scope: "app", attributes: { gen_ai_custom: "yes" }, because: "nothing" },
    { scope: "app", attributes: { gen_ai: "yes" }, because: "nothing" },
    { scope: "app", attributes: { "x.gen_ai.system": "openai" }, because: "nothing" },
    { scope: "app", attributes: { "ai.prompt": "hello" }, because: "nothing" },
    { scope: "app", attributes: { "svc.observation.type": "span" }, because: "nothing" },
  ];

  it.each(table)("scope $scope, attributes $attributes: $because", async ({ scope, attributes = {}, because }) => {
    const span = { instrumentationScope: { name: scope }, attributes };
    expect(isSvcSpan(span)).toBe(because === "svc");
    expect(isKnownLLMInstrumentor(span)).toBe(because === "svc" || because === "known");
    expect(isGenAISpan(span)).toBe(because === "gen_ai");
    expect(isDefaultExportSpan(span)).toBe(because !== "nothing");
    expect(await arriving([{ name: "work", scope, attributes }])).toEqual(because === "nothing" ? [] : ["work"]);
  });

  it.each([
    ["anthropic.messages.create", { "gen_ai.operation.name": "chat" }, true],
    ["anthropic.custom_tool_use search", { "gen_ai.operation.name": "execute_tool" }, true],
    ["anthropic.completions.create", { "gen_ai.request.model": "claude-2" }, true],
    ["anthropic.messages.count_tokens", { "gen_ai.request.model": "claude-haiku-4-5" }, false],
    ["anthropic.models.list", { "gen_ai.provider.name": "anthropic" }, false],
  ])("of Anthropic's SDK, a span %s with %j passes: %s", async (name, attributes, passes) => {
    for (const scope of ["com.anthropic.sdk.typescript", "com.anthropic.sdk.typescript.bedrock"]) {
      const span = { name, instrumentationScope: { name: scope }, attributes };
      expect(isGenAISpan(span)).toBe(true);
      expect(isDefaultExportSpan(span)).toBe(passes);
    }
  });

  it("counts attributes that were set after the span had started", async () => {
    const processor = new SvcSpanProcessor({ ...TEST_KEYS, baseUrl: sink.url });
    const span = new TracerProvider({ spanProcessors: [processor] }).getTracer("app").startSpan("late");
    span.setAttribute("gen_ai.request.model", "gpt-5");
    span.end();
    await processor.forceFlush();
    expect(sink.spans.map(({ name }) => name)).toEqual(["late"]);
  });

  it("is replaced by shouldExportSpan", async () => {
    const spans = [
      { name: "ours", scope: "svc-sdk" },
      { name: "wanted", scope: "app", attributes: { keep: true } },
    ];
    expect(await arriving(spans, wanted)).toEqual(["wanted"]);
  });

  it("can be extended by shouldExportSpan", async () => {
    const spans = [
      { name: "ours", scope: "svc-sdk" },
      { name: "http", scope: "app" },
      { name: "wanted", scope: "app", attributes: { keep: true } },
    ];
    expect(await arriving(spans, more)).toEqual(["ours", "wanted"]);
  });

  it("a shouldExportSpan that throws drops that span only, and an error names it and its scope", async () => {
    const spans = [
      { name: "poison", scope: "svc-sdk" },
      { name: "healthy", scope: "svc-sdk" },
    ];
    expect(await arriving(spans, fragile)).toEqual(["healthy"]);
    expect(logged.errors()).toContain("poison");
    expect(logged.errors()).toContain("svc-sdk");
    expect(logged.errors()).toContain("cannot judge");
  });
});
