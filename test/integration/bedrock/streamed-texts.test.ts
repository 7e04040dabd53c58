import { SvcOtelSpanAttributes as A } from "@svc/core";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ObservedPackage } from "../../support/application/observed-package.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";
import { chunkFrame, writtenChunkFrame } from "./event-frames.ts";
import { observedClient } from "./observed-client.ts";

interface Client {
  send(command: object): Promise<{ readonly body: AsyncIterable<unknown> }>;
}

interface BedrockModule {
  readonly BedrockRuntimeClient: new (options: object) => Client;
  readonly InvokeModelWithResponseStreamCommand: new (input: object) => object;
}

/** Text in one event, and how the event is written as JSON. */
interface Piece {
  readonly text: string;
  /** Indentation of the event, which servers leave out. */
  readonly indentation: string;
}

let found: ObservedPackage;
let bedrock: BedrockModule;
let client: Client;
let frames: readonly string[] = [];

/** Transport that answers every request with the frames. */
const TRANSPORT = {
  handle: async () => ({
    response: {
      statusCode: 200,
      headers: { "content-type": "application/vnd.amazon.eventstream" },
      body: new Blob(frames.map((frame) => Buffer.from(frame, "base64"))).stream(),
    },
  }),
};

beforeAll(async () => {
  found = await ObservedPackage.start("bedrock", {});
  bedrock = found.load("@aws-sdk/client-bedrock-runtime") as BedrockModule;
  client = observedClient(bedrock, TRANSPORT);
}, 120_000);
afterAll(async () => {
  await found.stop();
});

/** Returns the frames of one block of content. */
function blockOf(kind: "text" | "thinking", index: number, pieces: readonly Piece[]): string[] {
  return [
    chunkFrame({ type: "content_block_start", index, content_block: { type: kind, [kind]: "" } }),
    ...pieces.map(({ text, indentation }) => {
      const event = { type: "content_block_delta", index, delta: { type: `${kind}_delta`, [kind]: text } };
      return writtenChunkFrame(JSON.stringify(event, undefined, indentation));
    }),
    chunkFrame({ type: "content_block_stop", index }),
  ];
}

/** Streams an answer of a thought and a text, and returns the recorded output. */
async function record(thought: readonly Piece[], text: readonly Piece[]): Promise<unknown> {
  frames = [
    chunkFrame({ type: "message_start", message: { id: "msg_1", role: "assistant", content: [] } }),
    ...blockOf("thinking", 0, thought),
    ...blockOf("text", 1, text),
    chunkFrame({ type: "message_delta", delta: { stop_reason: "end_turn" } }),
    chunkFrame({ type: "message_stop" }),
  ];
  const command = new bedrock.InvokeModelWithResponseStreamCommand({
    modelId: "anthropic.claude-test-v1:0",
    body: JSON.stringify({ messages: [{ role: "user", content: "Hello" }] }),
  });
  const before = (await found.spans()).length;
  for await (const event of (await client.send(command)).body) expect(event).toHaveProperty("chunk");
  const spans = (await found.spans()).slice(before);
  expect(spans).toHaveLength(1);
  return JSON.parse(String(attributesOf(spans[0]!)[A.OBSERVATION_OUTPUT]));
}

const joined = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join("");

const piece = fc.record({
  text: fc.oneof(
    fc.constantFrom(" word", 'a "quoted" word', '"}}', "\\", "\n", "\u0001", "ü € 😀", "{", ""),
    fc.string({ unit: "grapheme" }),
  ),
  indentation: fc.constantFrom("", "", "", " "),
});
const pieces = fc.array(piece, { maxLength: 6 });

it("joins the texts of a stream, whatever they hold and however their events are written", async () => {
  await fc.assert(
    fc.asyncProperty(pieces, pieces, async (thought, text) => {
      const { content } = (await record(thought, text)) as { readonly content: unknown };
      expect(content).toEqual([
        { type: "thinking", thinking: joined(thought) },
        { type: "text", text: joined(text) },
      ]);
    }),
    { numRuns: Math.min(Number(process.env["SVC_TEST_RUNS"] ?? 60), 2_000) },
  );
}, 60_000);
