// An application after the moves of docs/migrate-from-openllmetry.md and docs/migrate-from-openinference.md: what they name, and the names here.
import { context } from "@opentelemetry/api";
import { suppressTracing } from "@opentelemetry/core";
import { propagateAttributes } from "@svc/core";
import { observe, startActiveObservation } from "@svc/tracing";
import OpenAI from "openai";

const client = new OpenAI();

async function ask(content) {
  const messages = [{ role: "user", content }];
  const answer = await client.chat.completions.create({ model: "gpt-4.1-mini", messages });
  return answer.choices[0].message.content;
}

const fields = { userId: "ann", sessionId: "s1", tags: ["a", "b"], metadata: { plan: "gold" } };

// OpenLLMetry: withAssociationProperties, withWorkflow, withTask, withAgent, withTool.
const tool = () => startActiveObservation("tool", () => ask("What is a span?"), { asType: "tool" });
const agent = () => startActiveObservation("agent", tool, { asType: "agent" });
const task = () => startActiveObservation("task", agent);
await propagateAttributes(fields, () => startActiveObservation("workflow", task, { asType: "chain" }));

// OpenInference: withSpan, traceChain, traceAgent, traceTool.
for (const asType of ["chain", "agent", "tool", "retriever", "guardrail"]) {
  await observe(async (text) => text, { name: `observed ${asType}`, asType })("in");
}
await context.with(suppressTracing(context.active()), () => ask("Not recorded"));

// A request that no model call makes.
await (await fetch(process.env.OPENAI_BASE_URL)).text();
