#!/bin/sh
# @mastra/core 1.71.0 with @mastra/observability 1.17.9, Node 24: every `model_inference` span of an agent's run has the
# `completionStartTime` of the first one. A second model call, after a tool, has a first token that came before the call:
#
#   call 1: started   0 ms, first token 26 ms
#   call 2: started 196 ms, first token 26 ms
#
# The start of the first `model_chunk` span below a call is right.
#
# Exits with 0 while it is so, and with 1 when the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @mastra/core@1.71.0 @mastra/observability@1.17.9 zod@4.6.7
cat >probe.mjs <<'PROGRAM'
import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { createTool } from "@mastra/core/tools";
import { Observability } from "@mastra/observability";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const text = (delta) => [
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta },
  { type: "text-end", id: "t" },
];
const toolCall = { type: "tool-call", toolCallId: "c1", toolName: "wait", input: "{}" };
const answers = [[...text("I wait."), toolCall], text("Done.")];
const model = {
  specificationVersion: "v2",
  provider: "probe",
  modelId: "probe",
  supportedUrls: {},
  doStream: async () => {
    const parts = answers.shift();
    const finishReason = parts.includes(toolCall) ? "tool-calls" : "stop";
    const all = [{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", finishReason, usage }];
    return { stream: ReadableStream.from(all) };
  },
};
const execute = async () => ({ waited: await setTimeout(100, true) });
const wait = createTool({ id: "wait", description: "Waits", inputSchema: z.object({}), execute });
const agent = new Agent({ id: "a", name: "a", instructions: "Wait.", model, tools: { wait } });
const calls = [];
const exporter = {
  name: "probe",
  exportTracingEvent: async ({ type, exportedSpan }) => {
    if (type === "span_ended" && exportedSpan.type === "model_inference") calls.push(exportedSpan);
  },
  flush: async () => {},
  shutdown: async () => {},
};
const configs = { default: { serviceName: "probe", exporters: [exporter] } };
const mastra = new Mastra({ logger: false, agents: { a: agent }, observability: new Observability({ configs }) });
const { textStream } = await mastra.getAgent("a").stream("Wait, please");
for await (const piece of textStream) console.log(piece);

const [first] = calls;
for (const { startTime, attributes } of calls) {
  console.log(`started ${startTime - first.startTime} ms, first token ${attributes.completionStartTime - first.startTime} ms`);
}
process.exit(calls.length === 2 && calls[1].attributes.completionStartTime < calls[1].startTime ? 0 : 1);
PROGRAM
node probe.mjs
