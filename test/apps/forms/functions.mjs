// An application that sends its model calls without the preload: with the functions of the packages.
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { observeOpenAI } from "@svc/openai";
import { SvcSpanProcessor } from "@svc/otel";
import { startActiveObservation } from "@svc/tracing";
import { setImmediate } from "node:timers/promises";
import OpenAI from "openai";

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const processor = new SvcSpanProcessor();
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));

const client = observeOpenAI(new OpenAI({ apiKey: "a key", maxRetries: 0 }));
const messages = [{ role: "user", content: "Say hello." }];
const answer = await startActiveObservation("answer", async () => {
  await setImmediate();
  return client.chat.completions.create({ model: "gpt-4o-mini", messages });
});
console.log(answer.choices[0].message.content);
await processor.shutdown();
