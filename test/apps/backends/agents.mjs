// Has one agent of the OpenAI Agents SDK hand a question over to another, which has a tool.
import { Agent, Runner, setTraceProcessors, tool } from "@openai/agents";
import { z } from "zod";

// The SDK sends its own traces to OpenAI otherwise. An instrumentation that is a processor has removed that one already.
if (process.env.OPENAI_AGENTS_KEEP_PROCESSORS === undefined) setTraceProcessors([]);

const model = "gpt-4o-mini";
const weather = tool({
  name: "get_weather",
  description: "Weather of a city",
  parameters: z.object({ city: z.string() }),
  execute: () => '{"celsius":14}',
});
const meteorologist = new Agent({ name: "Meteorologist", model, instructions: "Be short.", tools: [weather] });
const triage = Agent.create({ name: "Triage", model, instructions: "Hand over.", handoffs: [meteorologist] });
const runner = new Runner({ groupId: "group-1" });
const { finalOutput } = await runner.run(triage, "What is the weather in the capital of France?");
console.log(finalOutput);
