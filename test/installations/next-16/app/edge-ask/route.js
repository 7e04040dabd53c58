// A route of the edge runtime, where no preload runs: the functions record its model call.
import { trace } from "@opentelemetry/api";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { observeOpenAI } from "@svc/openai";
import { SvcSpanProcessor } from "@svc/otel";
import { startActiveObservation } from "@svc/tracing";
import { after } from "next/server";
import OpenAI from "openai";

export const runtime = "edge";

const processor = new SvcSpanProcessor();
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));

export async function GET() {
  const client = observeOpenAI(new OpenAI({ apiKey: "a key", maxRetries: 0 }));
  const answer = await startActiveObservation("edge answer", async () => {
    const messages = [{ role: "user", content: "Say hello." }];
    return client.chat.completions.create({ model: "gpt-4o-mini", messages });
  });
  // The spans leave after the answer.
  after(() => processor.forceFlush());
  return new Response(answer.choices[0].message.content);
}
