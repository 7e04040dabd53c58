import { initializeOTEL } from "langsmith/experimental/otel/setup";
import { traceable } from "langsmith/traceable";
import { wrapOpenAI } from "langsmith/wrappers";
import OpenAI from "openai";

// This exporter takes the header as it is written.
process.env.OTEL_EXPORTER_OTLP_HEADERS = decodeURIComponent(process.env.OTEL_EXPORTER_OTLP_HEADERS);
const { DEFAULT_LANGSMITH_SPAN_PROCESSOR: processor } = initializeOTEL();
const client = wrapOpenAI(new OpenAI());
const answer = traceable(
  async (question) =>
    client.chat.completions.create({ model: "gpt-4o-mini", messages: [{ role: "user", content: question }] }),
  { name: "answer", metadata: { session_id: "s1", user_id: "u1" }, tags: ["a"] },
);
await answer("What is the capital of France?");
await processor.shutdown();
