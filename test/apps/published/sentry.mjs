// An application with Sentry, which has the processor beside its own; no preload.
import * as Sentry from "@sentry/node";
import { observeOpenAI } from "@svc/openai";
import { SvcSpanProcessor } from "@svc/otel";
import { startActiveObservation } from "@svc/tracing";
import OpenAI from "openai";

const processor = new SvcSpanProcessor();
Sentry.init({
  dsn: "http://key@127.0.0.1:9/1",
  tracesSampleRate: 1,
  transport: () => ({ send: async () => ({}), flush: async () => true }),
  openTelemetrySpanProcessors: [processor],
});
const client = observeOpenAI(new OpenAI({ baseURL: process.env.CALL_URL, apiKey: "key" }));
const { choices } = await startActiveObservation("question", () =>
  client.chat.completions.create(JSON.parse(process.env.CALL_PARAMS)),
);
await processor.shutdown();
console.log(JSON.stringify([choices[0].message.content]));
