import { createOpenAI } from "@ai-sdk/openai";
import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { Observability } from "@mastra/observability";
import { OtelExporter } from "@mastra/otel-exporter";

const [, authorization] = process.env.OTEL_EXPORTER_OTLP_HEADERS.split("=");
const exporter = new OtelExporter({
  provider: {
    custom: {
      endpoint: `${process.env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
      protocol: "http/protobuf",
      headers: { Authorization: decodeURIComponent(authorization) },
    },
  },
});
const agent = new Agent({
  id: "shop",
  name: "shop",
  instructions: "Answer in one sentence.",
  model: createOpenAI().chat("gpt-4o-mini"),
});
const mastra = new Mastra({
  agents: { agent },
  observability: new Observability({ configs: { otel: { serviceName: "shop", exporters: [exporter] } } }),
});
await mastra.getAgent("agent").generate("What is the capital of France?", {
  tracingOptions: { metadata: { userId: "u1", sessionId: "s1" }, tags: ["a"] },
});
await mastra.shutdown();
