import { crc32 } from "node:zlib";
import type { Amounts } from "../answers.ts";
import { converseUsage, type Fields } from "../door.ts";
import { messageWire } from "./anthropic.ts";
import { VECTOR, type Wire, type WireRequest } from "./wire.ts";

export function converseWire(_model: string, amounts: Amounts): Wire {
  const usage = converseUsage(amounts);
  const metrics = { latencyMs: 1 };
  const message = { role: "assistant", content: [{ text: "Hi" }] };
  return {
    whole: { output: { message }, stopReason: "end_turn", usage, metrics },
    events: [
      { messageStart: { role: "assistant" } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "Hi" } } },
      { contentBlockStop: { contentBlockIndex: 0 } },
      { messageStop: { stopReason: "end_turn" } },
      { metadata: { usage, metrics } },
    ],
  };
}

/** Answer of InvokeModel: its body is in the words of the model's maker, and its counts are in headers as well. */
export function invokeWire(model: string, amounts: Amounts, { body }: WireRequest): Wire {
  const inputTokenCount = amounts.fresh;
  if ("inputText" in body) {
    return {
      whole: { embedding: VECTOR, inputTextTokenCount: inputTokenCount },
      events: [],
      headers: countHeaders({ inputTokenCount }),
    };
  }
  const { whole, events } = messageWire(model, amounts);
  const counts = { inputTokenCount, outputTokenCount: amounts.text + amounts.reasoning };
  return { whole, events: events.map((event) => chunkOf(event, counts)), headers: countHeaders(counts) };
}

/** Returns the counts as headers, such as `x-amzn-bedrock-input-token-count`. */
function countHeaders(counts: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [
      `x-amzn-bedrock-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      String(count),
    ]),
  );
}

/** Returns the chunk with an event of a model. The last one has the counts of Bedrock. */
function chunkOf(event: Fields, counts: Fields): Fields {
  const isLast = event["type"] === "message_stop";
  const text = JSON.stringify(isLast ? { ...event, "amazon-bedrock-invocationMetrics": counts } : event);
  return { chunk: { bytes: Buffer.from(text).toString("base64") } };
}

/** Returns an event of Amazon's streams, whose only field has its name: lengths, headers and JSON, with their checksums. */
export function eventFrame(event: Fields): Buffer {
  const [[name, fields]] = Object.entries(event) as [[string, unknown]];
  const named = { ":message-type": "event", ":event-type": name, ":content-type": "application/json" };
  const isText = 7;
  const headers = Object.entries(named).flatMap(([key, value]) => [
    Buffer.from([key.length]),
    Buffer.from(key),
    Buffer.from([isText, 0, value.length]),
    Buffer.from(value),
  ]);
  const content = Buffer.concat([...headers, Buffer.from(JSON.stringify(fields))]);
  const lengths = uint32(16 + content.length, Buffer.concat(headers).length);
  const message = Buffer.concat([lengths, uint32(crc32(lengths)), content]);
  return Buffer.concat([message, uint32(crc32(message))]);
}

function uint32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
}
