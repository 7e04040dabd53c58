// A help desk of two agents: the first hands a question over to the second, which has a tool. There is no line of tracing in here.
import { Agent, run, setTraceProcessors, tool } from "@openai/agents";
import { z } from "zod";

// Traces go only to the service. Without this line the SDK sends them to OpenAI as well.
setTraceProcessors([]);

const refund = tool({
  name: "refund",
  description: "Refunds an order",
  parameters: z.object({ order: z.string() }),
  execute: async ({ order }) => `Order ${order} is refunded`,
});

const refunds = new Agent({
  name: "Refunds",
  model: "gpt-4.1-mini",
  instructions: "You refund orders.",
  handoffDescription: "Refunds orders",
  tools: [refund],
});
const desk = Agent.create({
  name: "Desk",
  model: "gpt-4.1-mini",
  instructions: "You hand a question over to the agent who can help.",
  handoffs: [refunds],
});

const { finalOutput } = await run(desk, process.argv[2] ?? "Please refund order 1042.");
console.log(finalOutput);
