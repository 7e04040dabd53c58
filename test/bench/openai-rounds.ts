// The process in which the `openai` package is called in turn with nobody recording and with one who does. See `openai.ts`.
import { answerOrder } from "./child.ts";
import { enableContext, loadOpenTelemetry, type SpanExporter } from "./installation.ts";
import {
  createOpenAIContenders,
  RECORDERS,
  type OpenAIClient,
  type OpenAIContenderName,
  type RecorderName,
} from "./openai-contender.ts";
import { interleave } from "./rounds.ts";

/** What is called. */
export type Scenario = "chat" | "stream" | "longStream" | "image" | "embedding";

/** What the process is told. */
export interface OpenAIOrder {
  readonly recorder: RecorderName;
  readonly scenario: Scenario;
  /** Base address of the answering process. */
  readonly url: string;
  readonly rounds: number;
  readonly callsPerRound: number;
}

/** What was measured, by contender: one entry per round. */
export interface OpenAIResult {
  readonly contender: OpenAIContenderName;
  /** CPU time of the whole process, in microseconds per call. */
  readonly cpu: readonly number[];
  /** Elapsed time, in microseconds per call. */
  readonly wall: readonly number[];
  /** Spans that ended, all rounds together. */
  readonly spans: number;
}

const WARM_UP_ROUNDS = 30;
const IMAGE_BYTES = 300 * 1024;

const collect = globalThis.gc!;

const messages = [
  { role: "system", content: "Answer in one paragraph." },
  { role: "user", content: "Which ocean is the largest, and by how much? ".repeat(11) },
];
const image = Buffer.from(Uint8Array.from({ length: IMAGE_BYTES }, (_, index) => index * 31 + 7)).toString("base64");
const picture = { type: "image_url", image_url: { url: `data:image/png;base64,${image}` } };
const chat = { model: "gpt-5-mini", messages, temperature: 0.2, max_completion_tokens: 400 };

const SCENARIOS: Readonly<Record<Scenario, { path: string; call: (client: OpenAIClient) => Promise<unknown> }>> = {
  chat: { path: "chat", call: (client) => client.chat.completions.create(chat) },
  stream: { path: "stream-50", call: readStream },
  longStream: { path: "stream-1000", call: readStream },
  image: {
    path: "chat",
    call: (client) =>
      client.chat.completions.create({
        ...chat,
        messages: [{ role: "user", content: [{ type: "text", text: "What is this?" }, picture] }],
      }),
  },
  embedding: {
    path: "embeddings",
    call: (client) => client.embeddings.create({ model: "text-embedding-3-small", input: messages[1]!.content }),
  },
};

async function readStream(client: OpenAIClient): Promise<number> {
  const request = { ...chat, stream: true, stream_options: { include_usage: true } };
  let chunks = 0;
  for await (const chunk of (await client.chat.completions.create(request)) as AsyncIterable<unknown>) {
    if (chunk) chunks++;
  }
  return chunks;
}

async function carryOut({ recorder, scenario, url, rounds, callsPerRound }: OpenAIOrder): Promise<OpenAIResult[]> {
  const line = RECORDERS[recorder];
  const openTelemetry = loadOpenTelemetry(line);
  enableContext(line, openTelemetry);
  let exported = 0;
  const exporter: SpanExporter = {
    export(spans, done) {
      exported += spans.length;
      done({ code: 0 });
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  const processor = new openTelemetry.BatchSpanProcessor({ exporter });
  const provider = new openTelemetry.TracerProvider({ spanProcessors: [processor] });
  const { path, call } = SCENARIOS[scenario];
  const contenders = createOpenAIContenders(recorder, provider).map(({ name, makeClient }) => ({
    name,
    client: makeClient(`${url}/${path}`),
  }));

  const measured = async ({
    client,
  }: {
    client: OpenAIClient;
  }): Promise<{ cpu: number; wall: number; spans: number }> => {
    // What the one before has left behind is not collected on this one's account.
    collect({ type: "minor" });
    exported = 0;
    const [cpu, wall] = [process.cpuUsage(), performance.now()];
    for (let count = 0; count < callsPerRound; count++) await call(client);
    await processor.forceFlush();
    const { user, system } = process.cpuUsage(cpu);
    return {
      cpu: (user + system) / callsPerRound,
      wall: ((performance.now() - wall) * 1000) / callsPerRound,
      spans: exported,
    };
  };

  await interleave(contenders, WARM_UP_ROUNDS, measured);
  const results = await interleave(contenders, rounds, measured);
  return contenders.map(({ name }) => {
    const each = results.get(name)!;
    return {
      contender: name,
      cpu: each.map(({ cpu }) => cpu),
      wall: each.map(({ wall }) => wall),
      spans: each.reduce((sum, { spans }) => sum + spans, 0),
    };
  });
}

if (import.meta.main) await answerOrder(carryOut);
