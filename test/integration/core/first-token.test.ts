import { AIMessageChunk, HumanMessage } from "@langchain/core/messages";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { CallbackHandler } from "@svc/langchain";
import { observeOpenAI } from "@svc/openai";
import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { record, stopRecording, type Recording } from "../../support/otlp/recorded-spans.ts";

/** Returns the milliseconds since 1970 of an OpenTelemetry time. */
const milliseconds = ([seconds, nanoseconds]: readonly [number, number]): number =>
  seconds * 1_000 + Math.floor(nanoseconds / 1e6);

const chunk = (content: string, finish_reason: string | null = null): string =>
  `data: ${JSON.stringify({ id: "c-1", model: "m-1", choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`;

/** Reads a streamed answer; calls `onToken` when the first content has arrived and before the application has it. */
type Conversation = (onToken: () => void) => Promise<void>;

const CONVERSATIONS: Readonly<Record<string, Conversation>> = {
  async openai(onToken) {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(chunk("w0"))),
      pull(controller) {
        onToken();
        controller.enqueue(new TextEncoder().encode(`${chunk("w1", "stop")}data: [DONE]\n\n`));
        controller.close();
      },
    });
    const fetch = async () => new Response(body, { headers: { "content-type": "text/event-stream" } });
    const client = observeOpenAI(new OpenAI({ apiKey: "key", fetch }));
    const messages = [{ role: "user" as const, content: "Name one ocean." }];
    for await (const _ of await client.chat.completions.create({ model: "m-1", messages, stream: true })) continue;
  },

  async langchain(onToken) {
    const handler = new CallbackHandler();
    const serialized = { lc: 1 as const, type: "not_implemented" as const, id: ["m"] };
    handler.handleChatModelStart(serialized, [[new HumanMessage("Name one ocean.")]], "run-1");
    onToken();
    const message = new AIMessageChunk("Pacific.");
    handler.handleLLMNewToken("Pacific.", undefined, "run-1", undefined, undefined, { chunk: { message } });
    handler.handleLLMEnd({ generations: [[{ text: "Pacific.", message }]] }, "run-1");
  },
};

/** Change of the clocks: before the call is made, or when the first content has arrived. */
interface Fault {
  readonly atStart?: () => void;
  readonly atToken?: () => void;
}

const HOUR_MS = 3_600_000;
const moveClock = (byMs: number) => (): void => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + byMs });
};

/** Makes the first use of `performance` slow, as in a busy process that has to load it. */
function loadPerformanceLate(): void {
  const loaded = Object.getOwnPropertyDescriptor(globalThis, "performance")!;
  const { performance } = globalThis;
  Object.defineProperty(globalThis, "performance", {
    configurable: true,
    get() {
      Object.defineProperty(globalThis, "performance", loaded);
      const until = performance.now() + 50;
      while (performance.now() < until);
      return performance;
    },
  });
}

const FAULTS: Readonly<Record<string, Fault>> = {
  "nothing happens": {},
  "the clock is put forward": { atToken: moveClock(HOUR_MS) },
  "the clock is put back": { atToken: moveClock(-HOUR_MS) },
  "performance is loaded after the span's start": { atStart: loadPerformanceLate },
};

describe.each(Object.entries(CONVERSATIONS))("the first token of %s", (_, converse) => {
  let recording: Recording;

  beforeEach(() => {
    recording = record();
  });
  afterEach(() => {
    vi.useRealTimers();
    stopRecording(recording);
  });

  it.each(Object.entries(FAULTS))("is between start and end when %s", async (_name, { atStart, atToken }) => {
    atStart?.();
    await converse(() => atToken?.());
    const [span] = recording.ended;
    const text = JSON.parse(String(span!.attributes[A.OBSERVATION_COMPLETION_START_TIME])) as string;
    const firstToken = Date.parse(text);
    expect(firstToken).toBeGreaterThanOrEqual(milliseconds(span!.startTime));
    expect(firstToken).toBeLessThanOrEqual(milliseconds(span!.endTime));
  });
});
