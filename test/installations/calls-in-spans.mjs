// Calls a model below an observation, below a span of the application's own tracing, and starts another span beside the call.
// Prints the spans that the application's own tracing has recorded. The argument is the application's copy of OpenTelemetry's API.
import OpenAI from "openai";
import { startActiveObservation } from "@svc/tracing";

const client = new OpenAI({ apiKey: "a key", maxRetries: 0 });

export async function callInSpans({ propagation, trace }) {
  const tracer = trace.getTracer("application");
  await tracer.startActiveSpan("theirs", { attributes: { "gen_ai.operation.name": "chat" } }, async (theirs) => {
    theirs.setAttribute("theirs.own", "kept");
    await startActiveObservation("ours", async (ours) => {
      ours.update({ input: "hello" });
      await client.chat.completions.create({ model: "gpt-4o-mini", messages: [{ role: "user", content: "hello" }] });
      tracer.startSpan("their leaf").end();
    });
    theirs.end();
  });
  const { spans, flush } = globalThis.theirs;
  await flush?.();
  const contextManager = globalThis[Symbol.for("opentelemetry.js.api.1")].context?.constructor.name;
  console.log(JSON.stringify({ spans, fields: propagation.fields(), contextManager }));
}
