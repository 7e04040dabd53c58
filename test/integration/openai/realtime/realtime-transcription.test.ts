import { SvcOtelSpanAttributes as A } from "@svc/core";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { describe, expect, it } from "vitest";
import { closed, connect, jsonOf, load, nextEvent, openaiClient, opened } from "./realtime-client.ts";
import { itemEvents, open, pcm, session, spoken } from "./realtime-events.ts";
import { RealtimeRecording } from "./realtime-recording.ts";
import type { ApiEvent, Peer } from "./realtime-server.ts";

const realtime = new RealtimeRecording();

const TRANSCRIPTION = { model: "gpt-4o-transcribe", language: "en", prompt: "Names of oceans." };
const FORMAT = { type: "audio/pcm", rate: 24_000 };
const input = { format: FORMAT, transcription: TRANSCRIPTION, turn_detection: null };
const SPOKEN = { role: "user", type: "message", content: [{ type: "input_audio", transcript: null }] };

const USAGE = {
  type: "tokens",
  total_tokens: 40,
  input_tokens: 30,
  output_tokens: 10,
  input_token_details: { audio_tokens: 25, text_tokens: 5 },
};

const of = (item_id: string, name: string, more: object): ApiEvent => ({
  type: `conversation.item.input_audio_transcription.${name}`,
  item_id,
  content_index: 0,
  ...more,
});
const committed = (item_id: string): ApiEvent => ({ type: "input_audio_buffer.committed", item_id });
const completed = (id: string, transcript: string): ApiEvent => of(id, "completed", { transcript, usage: USAGE });

/** Plays a session; returns its spans. `until` is the last event that the application waits for; without one the connection breaks. */
async function played(script: (peer: Peer) => Promise<void>, until?: string): Promise<ReadableSpan[]> {
  realtime.script = script;
  const exports = load(realtime.instrumentation, 7, "realtime/ws");
  const client = connect(exports, "OpenAIRealtimeWS", openaiClient(7, realtime.port));
  client.on("error", () => undefined);
  await opened(client);
  const last = until === undefined ? undefined : nextEvent(client, until);
  client.send({ type: "input_audio_buffer.append", audio: pcm(0.5, 1) });
  await last;
  if (until !== undefined) client.close();
  await closed(client);
  return realtime.ended;
}

const rowOf = ({ name, attributes }: ReadableSpan): unknown[] => [
  name,
  attributes["gen_ai.response.model"] ?? attributes["gen_ai.request.model"],
  attributes[A.OBSERVATION_OUTPUT],
  attributes[A.OBSERVATION_LEVEL],
  attributes[A.OBSERVATION_STATUS_MESSAGE],
];
const NAME = "transcription gpt-4o-transcribe";

describe("a session that only transcribes", () => {
  it("is recorded as one generation for each message: the words, the usage, and the sound as one file", async () => {
    const spans = await played(async (peer) => {
      peer.send({
        type: "session.created",
        session: { type: "transcription", object: "realtime.transcription_session", id: "sess_1", audio: { input } },
      });
      await peer.next("input_audio_buffer.append");
      peer.send(
        committed("item_1"),
        ...itemEvents({ ...SPOKEN, id: "item_1" }),
        of("item_1", "delta", { delta: "The Pa" }),
        of("item_1", "delta", { delta: "cific" }),
        completed("item_1", "The Pacific."),
        committed("item_2"),
        ...itemEvents({ ...SPOKEN, id: "item_2" }),
        of("item_2", "failed", { error: { type: "server_error", code: "audio_unintelligible", message: "Not words" } }),
      );
    }, "conversation.item.input_audio_transcription.failed");
    expect(spans.map(rowOf)).toEqual([
      [NAME, "gpt-4o-transcribe", "The Pacific.", undefined, undefined],
      [NAME, "gpt-4o-transcribe", undefined, "ERROR", "Not words"],
    ]);
    const [{ attributes }] = spans as [ReadableSpan];
    expect(attributes).toMatchObject({
      [A.OBSERVATION_TYPE]: "generation",
      "gen_ai.operation.name": "transcription",
      "gen_ai.output.type": "text",
      "gen_ai.live_session.id": "sess_1",
      "gen_ai.usage.input_tokens": 30,
      "gen_ai.usage.output_tokens": 10,
    });
    expect(jsonOf(spans[0]!, A.OBSERVATION_USAGE_DETAILS)).toEqual({
      input: 5,
      input_audio_tokens: 25,
      output: 10,
      total: 40,
    });
    expect(jsonOf(spans[0]!, A.OBSERVATION_INPUT)).toMatchObject({
      role: "user",
      content: [{ type: "input_audio", audio: expect.stringContaining("audio/wav, 24044 bytes") as string }],
    });
  });

  it("is recorded with the settings of the beta, billed by time", async () => {
    const spans = await played(async (peer) => {
      peer.send({
        type: "transcription_session.updated",
        session: {
          id: "sess_1",
          object: "realtime.transcription_session",
          input_audio_transcription: { model: "whisper-1" },
        },
      });
      await peer.next("input_audio_buffer.append");
      peer.send(
        committed("item_1"),
        of("item_1", "completed", { transcript: "Hi", usage: { type: "duration", seconds: 2 } }),
      );
    }, "conversation.item.input_audio_transcription.completed");
    expect(spans.map(rowOf)).toEqual([["transcription whisper-1", "whisper-1", "Hi", undefined, undefined]]);
    expect(jsonOf(spans[0]!, `${A.OBSERVATION_METADATA}.duration_seconds`)).toBe(2);
  });

  it("ends with the connection, with the words so far", async () => {
    const spans = await played(async (peer) => {
      peer.send({ type: "session.created", session: { type: "transcription", id: "sess_1", audio: { input } } });
      await peer.next("input_audio_buffer.append");
      peer.send(committed("item_1"), of("item_1", "delta", { delta: "The Pa" }));
      peer.socket.close(1011);
    });
    expect(spans.map(rowOf)).toEqual([
      [
        NAME,
        "gpt-4o-transcribe",
        "The Pa",
        "ERROR",
        "The connection broke with code 1011 before the response was whole",
      ],
    ]);
  });
});

it("records the transcription of what a response answers beside the response, whose input has the sound", async () => {
  const spans = await played(async (peer) => {
    open(peer, session({ audio: { input, output: { format: FORMAT, voice: "alloy" } } }));
    await peer.next("input_audio_buffer.append");
    peer.send(
      committed("item_1"),
      ...itemEvents({ ...SPOKEN, id: "item_1" }),
      completed("item_1", "Name an ocean."),
      ...spoken("resp_1", "item_2", ["Pacific."], [pcm(0.5, 3)]),
    );
  }, "response.done");
  expect(spans.map(({ name }) => name)).toEqual([NAME, "realtime_inference gpt-realtime"]);
  expect(spans[0]!.attributes[A.OBSERVATION_INPUT]).toBeUndefined();
  expect(jsonOf(spans[1]!, A.OBSERVATION_INPUT)).toMatchObject({
    input: [{ content: [{ transcript: "Name an ocean.", audio: expect.any(String) as string }] }],
  });
});

it("records no transcription where the session asks for none", async () => {
  const spans = await played(async (peer) => {
    open(peer);
    await peer.next("input_audio_buffer.append");
    peer.send(committed("item_1"), ...itemEvents({ ...SPOKEN, id: "item_1" }), completed("item_1", "Hi"));
  }, "conversation.item.input_audio_transcription.completed");
  expect(spans).toEqual([]);
});
