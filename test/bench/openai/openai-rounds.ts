// Process in which the `openai` package is called in turn without recording and with one contender that records. See
// `openai.ts`.
import { answerOrder } from "../child.ts";
import { createProcessor, discardingProcessor } from "../contender/contender.ts";
import { enableContext, loadOpenTelemetry, type SpanProcessor } from "../contender/open-telemetry.ts";
import { answering, type Scenario } from "./openai-answers.ts";
import {
  createOpenAIContenders,
  RECORDERS,
  type OpenAIClient,
  type OpenAIContenderName,
  type RecorderName,
} from "./openai-contender.ts";
import { interleave } from "../rounds.ts";

/** Order to the process. */
export interface OpenAIOrder {
  readonly recorder: RecorderName;
  readonly scenario: Scenario;
  /** Base address of a service that receives the spans; without it an exporter discards them. */
  readonly service?: string;
  readonly rounds: number;
  /** Unmeasured rounds before the measured ones. */
  readonly warmUpRounds: number;
  readonly callsPerRound: number;
}

/** Measurements by contender: one entry per round. */
export interface OpenAIResult {
  readonly contender: OpenAIContenderName;
  /** CPU time of the whole process, in microseconds per call. */
  readonly cpu: readonly number[];
  /** Elapsed time, in microseconds per call. */
  readonly wall: readonly number[];
  /** Ended spans, warm-up included. */
  readonly ended: number;
}

const IMAGE_BYTES = 300 * 1024;

const collect = globalThis.gc!;

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

async function carryOut(order: OpenAIOrder): Promise<OpenAIResult[]> {
  const { contenders, measureRound, ended } = prepareCalls(order);
  await interleave(contenders, order.warmUpRounds, measureRound);
  const results = await interleave(contenders, order.rounds, measureRound);
  return contenders.map(({ name }) => {
    const each = results.get(name)!;
    return {
      contender: name,
      cpu: each.map(({ cpu }) => cpu),
      wall: each.map(({ wall }) => wall),
      ended: name === "none" ? 0 : ended(),
    };
  });
}

/** Client whose calls are measured. */
interface Caller {
  readonly name: OpenAIContenderName;
  readonly client: OpenAIClient;
  readonly normalized: boolean;
}

/** Contenders of this process, and the measurement of a round per call. */
interface Calls {
  /** Contender that records nothing, and the one that records. */
  readonly contenders: readonly [Caller, Caller];
  measureRound(caller: Caller): Promise<{ readonly cpu: number; readonly wall: number }>;
  /** Returns the number of spans that ended. */
  ended(): number;
}

/** Prepares the calls of an order. */
export function prepareCalls(order: Omit<OpenAIOrder, "rounds" | "warmUpRounds">): Calls {
  const { recorder, scenario, service, callsPerRound } = order;
  const { line, sender, skipsNormalizing } = RECORDERS[recorder];
  const openTelemetry = loadOpenTelemetry(line);
  enableContext(line, openTelemetry);
  let ended = 0;
  const counter: SpanProcessor = { ...discardingProcessor, onEnd: () => void ended++ };
  const processor =
    service === undefined
      ? createProcessor(line, "otel", "processed")
      : createProcessor(line, sender, { url: service });
  const provider = new openTelemetry.TracerProvider({ spanProcessors: [counter, processor] });
  const call = CALLS[scenario];
  const callers = createOpenAIContenders(recorder, provider).map(({ name, makeClient }) => ({
    name,
    client: makeClient(answering(scenario)),
    normalized: name !== "none" || skipsNormalizing !== true,
  }));
  return {
    contenders: callers as [Caller, Caller],
    ended: () => ended,
    async measureRound({ client, normalized }) {
      // Collects the garbage of the previous contender, so that this one is not charged for it.
      collect({ type: "minor" });
      const [cpu, wall] = [process.cpuUsage(), performance.now()];
      for (let count = 0; count < callsPerRound; count++) await call(client, normalized);
      await processor.forceFlush();
      const { user, system } = process.cpuUsage(cpu);
      return {
        cpu: (user + system) / callsPerRound,
        wall: ((performance.now() - wall) * 1000) / callsPerRound,
      };
    },
  };
}

if (import.meta.main) await answerOrder(carryOut);
