import type { ApiStream, OpenAIModule } from "./openai-client.ts";
import { recordingsOf, type Recording } from "./openai-recordings.ts";

/** What the application of the end-to-end tests asks: one plain call, one with tools, one streamed. */
export const CONVERSATION: readonly string[] = ["chat-basic", "chat-tools-parallel", "chat-stream-usage"];

/** The recordings of {@link CONVERSATION}, in its order. */
export function conversation(): Recording[] {
  const recordings = recordingsOf("chat.completions.create");
  return CONVERSATION.map((id) => recordings.find((recording) => recording.id === id)!);
}

/** What an application does that knows nothing of tracing; the addresses are in `ADDRESSES`. Gives what it was answered. */
export async function converse({ OpenAI }: OpenAIModule): Promise<unknown[]> {
  const addresses = JSON.parse(process.env["ADDRESSES"] ?? "[]") as string[];
  const answers: unknown[] = [];
  for (const [index, { call }] of conversation().entries()) {
    const client = new OpenAI({ apiKey: "a key", baseURL: addresses[index], maxRetries: 0 });
    const answer = await client.chat.completions["create"]!(call.params);
    answers.push(call.params["stream"] ? await Array.fromAsync(answer as ApiStream) : answer);
  }
  return answers;
}
