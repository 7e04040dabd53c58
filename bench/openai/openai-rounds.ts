// Process in which the `openai` package is called in turn without recording and with one contender that records. See
// `openai.ts`.
import { measureCalls, prepareCalls, type CallOrder, type Calls, type CallTurnOrder } from "../calls/call-rounds.ts";
import { answerOrder } from "../child.ts";
import { registerGlobally } from "../contender/open-telemetry.ts";
import { answering, type Scenario } from "./openai-answers.ts";
import { clientMakers, RECORDERS, type OpenAIClient, type RecorderName } from "./openai-contender.ts";

const IMAGE_BYTES = 300 * 1024;

const messages = [
  { role: "system", content: "Answer in one paragraph." },
  { role: "user", content: "Which ocean is the largest, and by how much? ".repeat(11) },
];
const image = Buffer.from(Uint8Array.from({ length: IMAGE_BYTES }, (_, index) => index * 31 + 7)).toString("base64");
const picture = { type: "image_url", image_url: { url: `data:image/png;base64,${image}` } };
const chat = { model: "gpt-5-mini", messages, temperature: 0.2, max_completion_tokens: 400 };

const CALLS: Readonly<Record<Scenario, (client: OpenAIClient, normalized: boolean) => Promise<unknown>>> = {
  chat: (client) => client.chat.completions.create(chat),
  stream: readStream,
  longStream: readStream,
  image: (client) =>
    client.chat.completions.create({
      ...chat,
      messages: [{ role: "user", content: [{ type: "text", text: "What is this?" }, picture] }],
    }),
  embedding: (client) => client.embeddings.create({ model: "text-embedding-3-small", input: messages[1]!.content }),
};

/** Reads a stream to its end, with or without the normalizing step of openai 7 on each chunk. */
async function readStream(client: OpenAIClient, normalized: boolean): Promise<number> {
  const request = { ...chat, stream: true, stream_options: { include_usage: true } };
  const stream = (await client.chat.completions.create(request)) as AsyncIterable<unknown>;
  if (!normalized) Reflect.deleteProperty(stream, Symbol.asyncIterator);
  let chunks = 0;
  for await (const chunk of stream) if (chunk) chunks++;
  return chunks;
}

/** Prepares the calls of an order. */
export function openAICalls(order: CallTurnOrder<RecorderName, Scenario>): Calls {
  const { recorder, scenario } = order;
  const call = CALLS[scenario];
  const { line, skipsNormalizing } = RECORDERS[recorder];
  return prepareCalls(order, RECORDERS[recorder], (provider) => {
    registerGlobally(line, provider);
    const [bare, recorded] = clientMakers(recorder, provider).map((makeClient) => makeClient(answering(scenario)));
    return [() => call(bare!, skipsNormalizing !== true), () => call(recorded!, true)];
  });
}

if (import.meta.main) {
  await answerOrder((order: CallOrder<RecorderName, Scenario>) => measureCalls(order, openAICalls(order)));
}
