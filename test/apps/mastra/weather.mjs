// Asks an agent about the weather, directly and as a step of a workflow. The application has an exporter of its own.
import { startModel } from "../chat-model.mjs";

export async function run({ Agent, createStep, createTool, createWorkflow, Mastra, Observability, z }) {
  const model = await startModel();
  const multiply = createTool({
    id: "multiply",
    description: "Multiplies two numbers",
    inputSchema: z.object({ a: z.number(), b: z.number() }),
    execute: async () => ({ product: 42 }),
  });
  const divide = createTool({
    id: "divide",
    description: "Divides two numbers",
    inputSchema: z.object({ query: z.string() }),
    execute: async () => {
      throw new RangeError("no numbers");
    },
  });
  const weather = new Agent({
    id: "weather",
    name: "weather",
    instructions: "Be brief.",
    model: { id: "openai/gpt-4o-mini", url: model.baseURL, apiKey: "k" },
    maxRetries: 0,
    tools: { multiply, divide },
  });
  const forecast = createStep({
    id: "forecast",
    inputSchema: z.object({ city: z.string() }),
    outputSchema: z.object({ text: z.string() }),
    execute: async ({ inputData, mastra, tracingContext }) => ({
      text: (await mastra.getAgent("weather").generate(`Weather in ${inputData.city}`, { tracingContext })).text,
    }),
  });
  const shout = createStep({
    id: "shout",
    inputSchema: z.object({ text: z.string() }),
    outputSchema: z.object({ text: z.string() }),
    execute: async ({ inputData }) => ({ text: inputData.text.toUpperCase() }),
  });
  const outlook = createWorkflow({
    id: "outlook",
    inputSchema: z.object({ city: z.string() }),
    outputSchema: z.object({ text: z.string() }),
  })
    .then(forecast)
    .then(shout)
    .commit();
  const exported = new Set();
  const own = {
    name: "own",
    exportTracingEvent: async ({ exportedSpan }) => void exported.add(exportedSpan.type),
    flush: async () => {},
    shutdown: async () => {},
  };
  const exporters = [own];
  const configs = { default: { serviceName: "weather", exporters } };
  const mastra = new Mastra({
    logger: false,
    agents: { weather },
    workflows: { outlook },
    observability: new Observability({ configs }),
  });
  const agent = mastra.getAgent("weather");

  const seen = {};
  seen.ask = (await agent.generate("Is it warm?")).text;
  seen.tool = (await agent.generate("Please multiply")).text;
  seen.divide = (await agent.generate("Please divide")).text;
  seen.stream = [];
  for await (const piece of (await agent.stream("Is it cold?")).textStream) seen.stream.push(piece);
  for await (const piece of (await agent.stream("Is it dry?")).textStream) {
    seen.left = piece;
    break;
  }
  const workflow = await mastra.getWorkflow("outlook").createRun();
  seen.workflow = (await workflow.start({ inputData: { city: "Rome" } })).result;
  seen.fails = await agent.generate("It fails").catch(({ message }) => message);
  const together = Array.from({ length: 20 }, (_, place) => agent.generate(`Question ${place}`));
  seen.together = (await Promise.all(together)).map(({ text }) => text);
  seen.exporters = exporters.length;
  seen.exported = [...exported].toSorted((one, other) => one.localeCompare(other));
  console.log(JSON.stringify(seen));
  model.stop();
}
