import { SvcOtelSpanAttributes as A } from "@svc/core";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  closed,
  connect,
  jsonOf,
  load,
  openaiClient,
  opened,
  REALTIME_CLIENTS,
  type SocketClient,
} from "./realtime-client.ts";
import { itemEvents, open, pcm, spoken, toolCall, USAGE, userMessage } from "./realtime-events.ts";
import { RealtimeRecording } from "./realtime-recording.ts";
import { type ApiEvent, type Peer } from "./realtime-server.ts";

const realtime = new RealtimeRecording();
const { instrumentation } = realtime;

beforeAll(() => {
  // The WebSocket of the platform takes the certificates to trust from the environment only.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
});
afterAll(() => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
});

/** Conversation with a typed question, a call of a tool and a spoken answer. */
async function script(peer: Peer): Promise<void> {
  open(peer);
  const { item } = await peer.next("conversation.item.create");
  await peer.next("response.create");
  peer.send(...itemEvents({ ...(item as object), id: "item_1" }), ...toolCall("resp_1", "item_2"));
  const { item: output } = await peer.next("conversation.item.create");
  await peer.next("response.create");
  peer.send(...itemEvents({ ...(output as object), id: "item_3" }));
  peer.send(...spoken("resp_2", "item_4", ["Cold", " today."], [pcm(0.5, 1), pcm(0.25, 2)]));
}

/** Plays the conversation as an application does. Returns what the application sees, in order. */
async function play(client: SocketClient): Promise<unknown[]> {
  const seen: unknown[] = [];
  const own = Object.keys(client);
  await opened(client);
  client.on("event", (event: ApiEvent) => void seen.push(["event", event.type, event]));
  client.once("response.created", () => void seen.push("once"));
  const dropped = (): void => void seen.push("dropped");
  client.on("response.done", dropped).off("response.done", dropped);
  const done = new Promise<void>((resolve) => {
    client.on("response.done", (event: ApiEvent) => {
      seen.push(["done", event]);
      const { output } = event.response as { output: { type: string; call_id: string }[] };
      if (output[0]?.type !== "function_call") resolve();
      else {
        client.send({
          type: "conversation.item.create",
          item: { type: "function_call_output", call_id: output[0].call_id, output: "-2 degrees" },
        });
        client.send({ type: "response.create" });
      }
    });
  });
  const { content, ...message } = userMessage("", "Weather in Oslo?") as Record<string, unknown>;
  client.send({ type: "conversation.item.create", item: { ...message, id: undefined, content } });
  client.send({ type: "response.create", response: { temperature: 0.8 } });
  await done;
  const isOpen = client.socket.readyState === 1;
  client.close();
  await closed(client);
  return [own, isOpen, Object.getOwnPropertyDescriptor(client, "socket")?.enumerable, ...seen];
}

describe.each(REALTIME_CLIENTS)("%s of %s, openai %i", (name, module, major) => {
  let [bare, seen, spans, without]: [unknown[], unknown[], ReadableSpan[], number] = [] as never;
  beforeAll(async () => {
    realtime.script = script;
    const exports = load(instrumentation, major, module);
    const client = openaiClient(major, realtime.port);
    instrumentation.disable();
    bare = await play(connect(exports, name, client));
    without = realtime.ended.length;
    instrumentation.enable();
    seen = await play(connect(exports, name, client));
    spans = realtime.ended.splice(0);
  });

  it("changes nothing that the application sees", () => {
    expect(without).toBe(0);
    expect(seen).toEqual(bare);
    expect(bare.length).toBeGreaterThan(20);
  });

  it("records each response as a generation", () => {
    expect(spans.map((span) => span.name)).toEqual([
      "realtime_inference gpt-realtime",
      "realtime_inference gpt-realtime",
    ]);
    const [call, answer] = spans as [ReadableSpan, ReadableSpan];
    expect(call.attributes).toMatchObject({
      [A.OBSERVATION_TYPE]: "generation",
      "gen_ai.operation.name": "realtime_inference",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "gpt-realtime",
      "gen_ai.response.id": "resp_1",
      "gen_ai.conversation.id": "conv_1",
      "gen_ai.live_session.id": "sess_1",
      "server.address": "127.0.0.1",
      "server.port": realtime.port,
    });
    expect(jsonOf(call, A.OBSERVATION_INPUT)).toEqual({
      input: [expect.objectContaining({ role: "user", content: [{ type: "input_text", text: "Weather in Oslo?" }] })],
      instructions: "Be short.",
      tools: [{ type: "function", name: "get_weather", parameters: { type: "object" } }],
      tool_choice: "auto",
    });
    expect(jsonOf(call, A.OBSERVATION_OUTPUT)).toMatchObject({ name: "get_weather", arguments: '{"city":"Oslo"}' });
    expect(jsonOf(call, A.OBSERVATION_MODEL_PARAMETERS)).toMatchObject({ temperature: 0.8, voice: "alloy" });
    expect(jsonOf(answer, A.OBSERVATION_INPUT)).toMatchObject({
      input: [{ type: "function_call_output", call_id: "call_1", output: "-2 degrees" }],
    });
    expect(jsonOf(answer, A.OBSERVATION_MODEL_PARAMETERS)).not.toHaveProperty("temperature");
    expect(jsonOf(answer, A.OBSERVATION_OUTPUT)).toMatchObject({
      role: "assistant",
      content: [{ transcript: "Cold today.", audio: expect.stringContaining("audio/wav, 36044 bytes") }],
    });
  });

  it("counts each token once, and notes the first token", () => {
    for (const span of spans) {
      expect(jsonOf(span, A.OBSERVATION_USAGE_DETAILS)).toEqual({
        input: 20,
        input_cached_tokens: 40,
        input_cached_audio_tokens: 10,
        input_audio_tokens: 30,
        output: 10,
        output_audio_tokens: 20,
        total: USAGE.total_tokens,
      });
      expect(span.attributes[A.OBSERVATION_COMPLETION_START_TIME]).toBeDefined();
      expect(span.attributes["gen_ai.response.time_to_first_chunk"]).toBeGreaterThan(0);
    }
  });

  it("records no delta", () => {
    for (const span of spans) {
      expect(JSON.stringify(span.attributes)).not.toContain("delta");
      expect(span.events).toEqual([]);
    }
  });
});
