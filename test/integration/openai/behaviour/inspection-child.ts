/**
 * Runs in a child process: reports how the instrumentation changes the classes and the context, and which calls it leaves
 * alone.
 */
import { context, trace } from "@opentelemetry/api";
import { AlwaysOffSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import { setSvcTracerProvider } from "@svc/tracing";
import type { OpenAIModule } from "../../../support/openai/openai-client.ts";
import { completion, FLAVOURS } from "./flavours.ts";
import { describeSpan, instrumentation, spans } from "../preload.ts";

const PARAMS = FLAVOURS[0]!.params;
const WHOLE = completion({});

async function whenSampledOut(work: () => Promise<unknown>): Promise<void> {
  setSvcTracerProvider(new TracerProvider({ sampler: new AlwaysOffSampler(), spanProcessors: [spans] }));
  try {
    await work();
  } finally {
    setSvcTracerProvider(null);
  }
}

/** Reports how the instrumentation changes the class and the context, and which calls it leaves alone. */
export async function inspect(openai: OpenAIModule): Promise<Record<string, unknown>> {
  const hosts = [
    "https://api.openai.com/v1",
    "https://me.openai.azure.com/openai",
    "https://api.deepseek.com",
    "https://api.groq.com/openai/v1",
    "https://api.mistral.ai/v1",
    "https://api.x.ai/v1",
    "https://api.perplexity.ai",
    "https://generativelanguage.googleapis.com/v1beta/openai",
    "https://notopenai.com.example.org/v1",
    "https://groq.company:8443/v1",
  ];
  const active: (string | undefined)[] = [];
  const fetch = async (): Promise<Response> => {
    active.push(trace.getActiveSpan()?.spanContext().spanId);
    return Response.json(WHOLE.json);
  };
  const clients = hosts.map((baseURL) => new openai.OpenAI({ baseURL, apiKey: "key", fetch }));
  const create = () => {
    const prototype = Object.getPrototypeOf(clients[0]!.chat.completions) as Record<string, () => unknown>;
    return prototype.create!;
  };
  const patched = create();
  for (const client of clients) await client.chat.completions.create!(PARAMS);
  const made = (await spans.take()).map((span) => describeSpan(span));
  const child = clients[0]!.withOptions?.({ baseURL: "https://api.deepseek.com", maxRetries: 0 });
  if (child) await child.chat.completions.create!(PARAMS);
  const ofChild = (await spans.take()).map((span) => describeSpan(span).attributes["server.address"]);
  const outside = trace.getTracer("test").startSpan("outside");
  await context.with(trace.setSpan(context.active(), outside), () => clients[0]!.chat.completions.create!(PARAMS));
  outside.end();
  const nested = (await spans.take()).map((span) => describeSpan(span));
  const second = new (instrumentation.constructor as new () => typeof instrumentation)();
  second.disable();
  const afterSecond = create() === patched;
  instrumentation.disable();
  const original = create();
  instrumentation.enable();
  await clients[0]!.chat.completions.create!(PARAMS);
  const spansAfterEnablingAgain = (await spans.take()).length;
  const isActiveDuringFetch = made.every(({ spanId }, index) => active[index] === spanId);
  active.length = 0;
  await whenSampledOut(() => clients[0]!.chat.completions.create!(PARAMS));
  const isSampledOut = active[0] !== undefined && (await spans.take()).length === 0;
  return {
    isSampledOut,
    withOptions: child === undefined ? "openai 4 has no withOptions" : ofChild,
    providers: made.map(({ attributes }) => [
      attributes["server.address"],
      attributes["server.port"],
      attributes["gen_ai.provider.name"],
    ]),
    isActiveDuringFetch,
    parent: nested.find(({ name }) => name !== "outside")?.parentSpanId === outside.spanContext().spanId,
    name: [patched.name, original.name],
    length: [patched.length, original.length],
    afterSecond,
    isRestored: original !== patched && !Object.getOwnPropertySymbols(original).length,
    spansAfterEnablingAgain,
  };
}
