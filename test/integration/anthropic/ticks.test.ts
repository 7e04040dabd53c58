import { observeAnthropic } from "@svc/anthropic";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ObservedPackage } from "../../support/application/observed-package.ts";

interface Client {
  readonly messages: { create(request: object): PromiseLike<AsyncIterable<unknown>> };
}

const EVENTS = [
  { type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", content: [], usage: {} } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
  { type: "message_stop" },
];
const BODY = EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
const REQUEST = {
  model: "claude-test",
  max_tokens: 10,
  stream: true,
  messages: [{ role: "user", content: "Hello" }],
};

let found: ObservedPackage;
let makeClient: () => Client;

beforeAll(async () => {
  found = await ObservedPackage.start("anthropic-1", {});
  const { Anthropic } = found.load("@anthropic-ai/sdk") as { Anthropic: new (options: object) => Client };
  const headers = { "content-type": "text/event-stream" };
  const fetch = async (): Promise<Response> => new Response(BODY, { headers });
  makeClient = () => new Anthropic({ apiKey: "k", fetch });
}, 120_000);
afterAll(async () => {
  await found.stop();
});

/** Asks through asynchronous functions, each of which returns the promise of the next. */
async function ask(client: Client, depth: number): Promise<AsyncIterable<unknown>> {
  return depth === 0 ? client.messages.create(REQUEST) : await ask(client, depth - 1);
}

/** Returns the number of ticks that a streamed call takes. */
async function ticksOf(client: Client): Promise<number> {
  const nextTick = vi.spyOn(process, "nextTick");
  try {
    let events = 0;
    for await (const event of await ask(client, 2)) if (event) events++;
    expect(events).toBe(EVENTS.length);
    return nextTick.mock.calls.length;
  } finally {
    nextTick.mockRestore();
  }
}

it("adds no tick to a stream that is read at once: a tick keeps the call in memory until the turn ends", async () => {
  const [bare, observed] = [makeClient(), observeAnthropic(makeClient())];
  await ticksOf(bare);
  await ticksOf(observed);
  const before = (await found.spans()).length;
  expect(await ticksOf(observed)).toBe(await ticksOf(bare));
  expect((await found.spans()).slice(before)).toHaveLength(1);
});
