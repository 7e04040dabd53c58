// A Worker that answers questions with a model. Each request becomes one trace.
import { trace } from "@opentelemetry/api";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { observeOpenAI } from "@svc/openai";
import { SvcSpanProcessor } from "@svc/otel";
import { startActiveObservation } from "@svc/tracing";
import OpenAI from "openai";

const processor = new SvcSpanProcessor();
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));

export default {
  async fetch(request, env, ctx) {
    const client = observeOpenAI(new OpenAI({ apiKey: env.OPENAI_API_KEY, baseURL: env.OPENAI_BASE_URL }));
    const question = await request.text();
    const answer = await startActiveObservation("answer", async (span) => {
      const completion = await client.chat.completions.create({
        model: "gpt-4o-mini",
        messages: [{ role: "user", content: question }],
      });
      const { content } = completion.choices[0].message;
      span.update({ input: question, output: content });
      return content;
    });
    // The spans leave after the answer.
    ctx.waitUntil(processor.forceFlush());
    return new Response(answer);
  },
};
