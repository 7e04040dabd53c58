import { MODEL, QUESTION, SYSTEM, provider } from "./traced.mjs";
import { OpenAIInstrumentation } from "@arizeai/openinference-instrumentation-openai";
import OpenAI from "openai";

const instrumentation = new OpenAIInstrumentation();
instrumentation.setTracerProvider(provider);
instrumentation.manuallyInstrument(OpenAI);
await new OpenAI().chat.completions.create({
  model: MODEL,
  messages: [
    { role: "system", content: SYSTEM },
    { role: "user", content: QUESTION },
  ],
});
await provider.forceFlush();
