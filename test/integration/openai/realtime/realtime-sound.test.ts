import { SvcOtelSpanAttributes as A } from "@svc/core";
import { RealtimeInstrumentation } from "@svc/openai/realtime";
import type { SvcSpanProcessorParams } from "@svc/otel";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { startMediaService, type MediaService } from "../../../support/http/media-service.ts";
import { traceTo, untrace, type Traced } from "../../../support/otlp/traced.ts";
import { closed, connect, load, nextEvent, openaiClient, opened, type SocketClient } from "./realtime-client.ts";
import { itemEvents, open, pcm, response, spoken, userMessage } from "./realtime-events.ts";
import { startRealtimeServer, type Peer, type RealtimeServer } from "./realtime-server.ts";

const MAJOR = 7;
const PLAYED = { role: "user", type: "message", id: "item_1", content: [{ type: "input_audio", transcript: null }] };
const instrumentation = new RealtimeInstrumentation();
let [server, service, traced]: [RealtimeServer, MediaService, Traced] = [] as never;
const exported: Record<string, unknown>[] = [];
const exporter: NonNullable<SvcSpanProcessorParams["exporter"]> = {
  export(spans, done) {
    exported.push(...spans.map(({ attributes }) => ({ ...attributes })));
    done({ code: 0 });
  },
  shutdown: () => Promise.resolve(),
};

beforeAll(async () => {
  server = await startRealtimeServer();
});
beforeEach(async () => {
  service = await startMediaService();
  traced = traceTo(service.url, { exporter });
});
afterEach(async () => {
  exported.length = 0;
  untrace();
  await service.close();
});
afterAll(() => {
  instrumentation.disable();
  server.close();
});

/** Recorded content of one part, and the bytes of the media that were uploaded. */
interface Recorded {
  readonly input: { readonly content: readonly Record<string, unknown>[] };
  readonly output: { readonly content: readonly Record<string, unknown>[] };
  /** Uploaded files, by the ids in their references. */
  readonly uploads: ReadonlyMap<string, Buffer>;
}

/** Plays one response, and returns what was recorded of it. */
async function played(script: (peer: Peer) => Promise<void>, ask: (client: SocketClient) => void): Promise<Recorded> {
  server.script = script;
  const exports = load(instrumentation, MAJOR, "realtime/ws");
  const client = connect(exports, "OpenAIRealtimeWS", openaiClient(MAJOR, server.port));
  await opened(client);
  const done = nextEvent(client, "response.done");
  ask(client);
  await done;
  client.close();
  await closed(client);
  await traced.processor.forceFlush();
  expect(exported).toHaveLength(1);
  const [attributes] = exported;
  return {
    input: (JSON.parse(String(attributes![A.OBSERVATION_INPUT])) as { input: [Recorded["input"]] }).input[0],
    output: JSON.parse(String(attributes![A.OBSERVATION_OUTPUT])) as Recorded["output"],
    uploads: new Map(
      service.requests
        .filter(({ path }) => path.startsWith("/storage/"))
        .map(({ path, body }) => [path.slice("/storage/".length), Buffer.from(body as Uint8Array)]),
    ),
  };
}

/** Returns the uploaded sound of the first part of a message. */
function soundOf({ uploads }: Recorded, { content }: Recorded["input"]): Buffer {
  const [, id = ""] = /\|id=([^|]+)/.exec(String(content[0]!.audio)) ?? [];
  return uploads.get(id)!;
}

const SOUND = expect.stringMatching(/^@@@svcMedia:type=audio\/wav\|/) as string;

/** Returns format tag, rate and samples of a WAV file with samples of 16 bits. */
function readWav(file: Buffer): { tag: number; rate: number; samples: number[] } {
  expect([file.toString("latin1", 0, 4), file.toString("latin1", 8, 16)]).toEqual(["RIFF", "WAVEfmt "]);
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  expect(file.readUInt32LE(40)).toBe(file.length - 44);
  const samples = Array.from({ length: (file.length - 44) / 2 }, (_, at) => file.readInt16LE(44 + 2 * at));
  return { tag: file.readUInt16LE(20), rate: file.readUInt32LE(24), samples };
}

/** Returns how long each value lasts in the samples, in seconds. */
function lengths(samples: readonly number[], rate: number): [value: number, seconds: number][] {
  const found: [number, number][] = [];
  for (const sample of samples) {
    if (found.at(-1)?.[0] === sample) found.at(-1)![1]++;
    else found.push([sample, 1]);
  }
  return found.map(([value, count]) => [value, count / rate]);
}

const append = (client: SocketClient, audio: string): void => client.send({ type: "input_audio_buffer.append", audio });
const answer = spoken("resp_1", "item_2", ["Hi."], [pcm(0.5, 3), pcm(0.25, 4)]);

it("joins the sound of a turn that the server found in the microphone's, and that of the answer", async () => {
  const recorded = await played(
    async (peer) => {
      open(peer);
      for (let piece = 0; piece < 4; piece++) await peer.next("input_audio_buffer.append");
      peer.send(
        { type: "input_audio_buffer.speech_started", audio_start_ms: 900, item_id: "item_1" },
        { type: "input_audio_buffer.speech_stopped", audio_end_ms: 1700, item_id: "item_1" },
        { type: "input_audio_buffer.committed", previous_item_id: null, item_id: "item_1" },
        ...itemEvents(PLAYED),
        ...answer.slice(0, -1),
        {
          type: "conversation.item.input_audio_transcription.completed",
          item_id: "item_1",
          content_index: 0,
          transcript: "Hello there.",
        },
        answer.at(-1)!,
      );
    },
    (client) => {
      for (const [seconds, value] of [
        [0.5, 0],
        [0.5, 0],
        [0.5, 7],
        [0.5, 0],
      ] as const)
        append(client, pcm(seconds, value));
    },
  );
  const { input, output } = recorded;
  expect(input).toMatchObject({ role: "user", content: [{ transcript: "Hello there.", audio: SOUND }] });
  expect(output).toMatchObject({ content: [{ transcript: "Hi.", audio: SOUND }] });
  const [asked, answered] = [input, output].map((message) => readWav(soundOf(recorded, message)));
  expect(asked).toMatchObject({ tag: 1, rate: 24_000 });
  expect(lengths(asked!.samples, 24_000)).toEqual([
    [0, 0.1],
    [7, 0.5],
    [0, 0.2],
  ]);
  expect(lengths(answered!.samples, 24_000)).toEqual([
    [3, 0.5],
    [4, 0.25],
  ]);
});

it("takes the sound that the application commits itself", async () => {
  const recorded = await played(
    async (peer) => {
      open(peer, { audio: { input: { turn_detection: null }, output: {} } });
      await peer.next("input_audio_buffer.clear");
      peer.send({ type: "input_audio_buffer.cleared" });
      await peer.next("input_audio_buffer.commit");
      peer.send({ type: "input_audio_buffer.committed", item_id: "item_1" }, ...itemEvents(PLAYED), ...answer);
    },
    (client) => {
      append(client, pcm(0.5, 5));
      client.send({ type: "input_audio_buffer.clear" });
      client.once("input_audio_buffer.cleared", () => {
        append(client, pcm(0.25, 6));
        client.send({ type: "input_audio_buffer.commit" });
      });
    },
  );
  expect(lengths(readWav(soundOf(recorded, recorded.input)).samples, 24_000)).toEqual([[6, 0.25]]);
});

it("takes sound and images of a message that the application sends whole", async () => {
  const image = `data:image/png;base64,${Buffer.from("\u0089PNG\r\n\u001A\n0000", "latin1").toString("base64")}`;
  const parts = [{ type: "input_audio" }, { type: "input_image" }];
  const recorded = await played(
    async (peer) => {
      open(peer);
      await peer.next("conversation.item.create");
      peer.send(...itemEvents({ ...PLAYED, content: parts }), ...answer);
    },
    (client) => {
      const content = [
        { type: "input_audio", audio: pcm(0.5, 8) },
        { type: "input_image", image_url: image },
      ];
      client.send({ type: "conversation.item.create", item: { type: "message", role: "user", content } });
    },
  );
  expect(recorded.input.content).toMatchObject([
    { type: "input_audio", audio: SOUND },
    { type: "input_image", image_url: expect.stringMatching(/^@@@svcMedia:type=image\/png\|/) },
  ]);
  expect(lengths(readWav(soundOf(recorded, recorded.input)).samples, 24_000)).toEqual([[8, 0.5]]);
});

it("names the format of telephones", async () => {
  const format = { type: "audio/pcmu" };
  const recorded = await played(
    async (peer) => {
      open(peer);
      await peer.next("response.create");
      const [created, ...rest] = answer;
      const inMuLaw = response("resp_1", { audio: { output: { format, voice: "alloy" } } });
      peer.send(...itemEvents(userMessage("item_1", "Hello")), { ...created!, response: inMuLaw }, ...rest);
    },
    (client) => client.send({ type: "response.create" }),
  );
  const file = soundOf(recorded, recorded.output);
  expect([file.readUInt16LE(20), file.readUInt32LE(24), file.readUInt16LE(34)]).toEqual([7, 8000, 8]);
});

it("drops sound beyond a limit, and says so", async () => {
  const piece = pcm(20, 1);
  const { input, output, uploads } = await played(
    async (peer) => {
      open(peer, { audio: { input: { turn_detection: null }, output: {} } });
      await peer.next("input_audio_buffer.commit");
      const long = spoken(
        "resp_1",
        "item_2",
        ["Very long."],
        Array.from({ length: 14 }, () => piece),
      );
      peer.send({ type: "input_audio_buffer.committed", item_id: "item_1" }, ...itemEvents(PLAYED), ...long);
    },
    (client) => {
      for (let sent = 0; sent < 7; sent++) append(client, piece);
      client.send({ type: "input_audio_buffer.commit" });
    },
  );
  expect(input.content[0]!.audio).toBe("<sound not kept: its start was sent too long before the end>");
  expect(output.content[0]).toMatchObject({
    transcript: "Very long.",
    audio: "<sound not kept: it is larger than 12 MiB>",
  });
  expect(uploads.size).toBe(0);
});
