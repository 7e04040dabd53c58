// Calls a model and does not read the answer to its end: node unread-child.ts HOW
import OpenAI from "openai";

const client = new OpenAI({ apiKey: "key", maxRetries: 0 });
const request = { model: "gpt-4o-mini", messages: [{ role: "user" as const, content: "Say hello." }] };
const kept = new Set<unknown>();

const ways: Record<string, () => unknown> = {
  "a call nobody waits for": () => void kept.add(client.chat.completions.create(request)),
  "a stream nobody reads": async () =>
    void kept.add(await client.chat.completions.create({ ...request, stream: true })),
  "process.exit() in the middle of a stream": async () => {
    for await (const chunk of await client.chat.completions.create({ ...request, stream: true })) {
      if (chunk.choices[0]?.delta.content) process.exit(3);
    }
  },
  "process.exit() before the answer": () => {
    void client.chat.completions.create(request);
    process.stdin.once("end", () => process.exit(3)).resume();
  },
};

await ways[process.argv[2]!]!();
