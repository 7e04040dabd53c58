// Asks a model one question, and reads the answer as a stream.
import OpenAI from "openai";

const stream = await new OpenAI().chat.completions.create({
  model: "gpt-4o-mini",
  stream: true,
  stream_options: { include_usage: true },
  messages: [{ role: "user", content: "What is the capital of France?" }],
});
for await (const { choices } of stream) process.stdout.write(choices[0]?.delta.content ?? "");
