// An application that adds the processor by itself, without the preload. No instrumentation sees its model calls.
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { addTraceProcessor, Agent, OpenAIProvider, Runner, setTraceProcessors, tool, withTrace } from "@openai/agents";
import { SvcSpanProcessor } from "@svc/otel";
import { SvcTraceProcessor } from "@svc/openai-agents";
import { setSvcTracerProvider, startActiveObservation } from "@svc/tracing";
import { z } from "zod";
import { asked, said, startServer } from "./responses-server.mjs";

const answers = { Plays: (isFirst) => (isFirst ? asked("roll") : said("It is a five.")), Talks: () => said("Hello.") };
let plays = 0;
const server = await startServer((request) => {
  const name = request.instructions ?? request.messages[0].content;
  return answers[name](name === "Plays" && plays++ === 0);
});
const processor = new SvcSpanProcessor();
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
setSvcTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
setTraceProcessors([]);
addTraceProcessor(new SvcTraceProcessor());

const roll = tool({
  name: "roll",
  description: "Rolls a die",
  parameters: z.object({}),
  execute: () => startActiveObservation("shake", async () => "5"),
});
const provider = (useResponses) => new OpenAIProvider({ apiKey: "a key", baseURL: server.url, useResponses });
const player = new Agent({ name: "Player", instructions: "Plays", model: "the-model", tools: [roll] });
const talker = new Agent({ name: "Talker", instructions: "Talks", model: "the-model" });

await startActiveObservation("application", () =>
  withTrace("Games", async () => {
    console.log((await new Runner({ modelProvider: provider(true) }).run(player, "Roll")).finalOutput);
    console.log((await new Runner({ modelProvider: provider(false) }).run(talker, "Hi")).finalOutput);
    const streamed = await new Runner({ modelProvider: provider(true) }).run(talker, "Hi again", { stream: true });
    let text = "";
    for await (const piece of streamed.toTextStream()) text += piece;
    await streamed.completed;
    console.log(text);
  }),
);
await processor.forceFlush();
server.stop();
