// An application with an OpenTelemetry SDK of its own, and no preload: spans go to the service and to a file, without addresses of mail.
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { observeOpenAI } from "@svc/openai";
import { SvcSpanProcessor } from "@svc/otel";
import { startActiveObservation } from "@svc/tracing";
import OpenAI from "openai";
import { FileExporter } from "./file-exporter.js";

const hide = (text) => text.replaceAll(/[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{2,64}/g, "[mail]");
const mask = ({ data }) => (typeof data === "string" ? hide(data) : JSON.parse(hide(JSON.stringify(data))));

const file = process.env.SPANS_FILE ?? "spans.jsonl";
const provider = new TracerProvider({
  spanProcessors: [new SvcSpanProcessor({ mask }), new SvcSpanProcessor({ mask, exporter: new FileExporter(file) })],
});
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(provider);

const openai = observeOpenAI(new OpenAI());
await startActiveObservation("reminder", async (span) => {
  const request = "Remind ada@example.org of invoice 77.";
  const { choices } = await openai.chat.completions.create({
    model: "gpt-4.1-mini",
    messages: [{ role: "user", content: request }],
  });
  span.update({ input: request, output: choices[0].message.content });
  console.log(choices[0].message.content);
});
await provider.shutdown();
