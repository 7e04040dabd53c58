// Spans of the programs of `npm run test:backends`, as an OTLP endpoint gets them without keys of the service.
import { join } from "node:path";
import { SpanKind } from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { PROGRAMS } from "../../backends/programs.ts";
import { startStandIn } from "../../producers/stand-in.ts";
import { installed } from "../../support/application/installation.ts";
import { programOutput } from "../../support/application/run-application.ts";
import { conventionProblems } from "../../support/gen-ai/message-schemas.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";
import { startExportSink } from "../../support/otlp/export-sink.ts";
import { APPS, PRELOAD_FILE } from "../../support/paths.ts";
import { resourceOfAllTests, resourceOfEachTest } from "../../support/test-resource.ts";

const CALL = "client chat gpt-4o-mini";
const TOOL = "internal execute_tool get_weather";

/** Spans of each program by kind and name, in the order of their starts. Steps between those that the conventions describe are left out. */
const SPANS: Readonly<Record<string, readonly string[]>> = {
  "openai chat": [CALL],
  "openai tools": [CALL, CALL],
  "openai stream": [CALL],
  "openai image": [CALL],
  "openai failing": [CALL],
  "AI SDK agent": ["internal invoke_agent meteorologist", CALL, TOOL, CALL],
  LangGraph: ["internal invoke_agent meteorologist", CALL, TOOL, CALL],
  "OpenAI Agents": [
    "internal invoke_workflow Agent workflow",
    "internal invoke_agent Triage",
    CALL,
    "internal execute_tool handoff to Meteorologist",
    "internal invoke_agent Meteorologist",
    CALL,
    TOOL,
    CALL,
  ],
  retrieval: ["internal Atlas", "client embeddings text-embedding-3-small"],
  MCP: ["client tools/call get_weather", "server tools/call get_weather"],
};

const sink = resourceOfEachTest(
  () => startExportSink(0, ["/v1/traces"]),
  ({ close }) => close(),
);
const standIn = resourceOfAllTests(startStandIn, ({ close }) => close());

describe("an endpoint without keys gets from a program of", () => {
  it.each(PROGRAMS)("$name: the spans of the conventions, with content and tokens", async ({ name, file, shown }) => {
    await programOutput({
      cwd: file === "agent.mjs" ? await installed("ai-sdk-7") : join(APPS, "backends"),
      node: ["--import", PRELOAD_FILE],
      args: [file],
      env: {
        OPENAI_API_KEY: "x",
        OPENAI_BASE_URL: `${standIn.url}/v1`,
        OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
      },
    });
    const spans = sink.spans
      .toSorted((one, other) => Number(one.startTimeUnixNano - other.startTimeUnixNano))
      .map((span) => ({ span, attributes: attributesOf(span) }));
    expect(spans.flatMap(({ attributes }) => conventionProblems(attributes))).toEqual([]);

    const described = spans.filter(({ attributes }) => attributes["gen_ai.operation.name"] !== undefined);
    // OTLP counts kinds from 1, the API from 0.
    expect(described.map(({ span }) => `${SpanKind[span.kind - 1]!.toLowerCase()} ${span.name}`)).toEqual(SPANS[name]);
    const content = described
      .flatMap(({ attributes }) => Object.entries(attributes))
      .filter(([key]) => key.startsWith("gen_ai."))
      .map(([, value]) => String(value))
      .join("\n");
    for (const text of [...shown.asked, ...shown.answered]) expect(content).toContain(text);
    const sessions = described.map(({ attributes }) => attributes["gen_ai.conversation.id"]);
    expect(sessions).toEqual(described.map(() => shown.session));
    const calls = described.filter(({ attributes }) => attributes["gen_ai.operation.name"] === "chat");
    for (const { attributes } of calls) {
      expect(attributes["gen_ai.provider.name"]).toBe("openai");
      expect(attributes["gen_ai.request.model"]).toBe("gpt-4o-mini");
      expect(attributes).toMatchObject(
        shown.failure === true
          ? { "error.type": "rate_limit_exceeded" }
          : {
              "gen_ai.usage.input_tokens": 100,
              "gen_ai.usage.cache_read.input_tokens": 40,
              "gen_ai.usage.output_tokens": 50,
              "gen_ai.usage.reasoning.output_tokens": 20,
            },
      );
    }
    expect(spans.filter(({ attributes }) => "http.request.method" in attributes)).toEqual([]);
  });
});
