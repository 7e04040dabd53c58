import { context, trace, type Span } from "@opentelemetry/api";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { observeRealtime, withSvcConfig } from "@svc/openai/realtime";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { describe, expect, it } from "vitest";
import {
  closed,
  connect,
  jsonOf,
  load,
  nextEvent,
  openaiClient,
  opened,
  type SocketClient,
} from "./realtime-client.ts";
import { itemEvents, open, pcm, response, speaking, spoken, spokenMessage, userMessage } from "./realtime-events.ts";
import { RealtimeRecording } from "./realtime-recording.ts";
import { type Peer } from "./realtime-server.ts";

const MAJOR = 7;
const realtime = new RealtimeRecording();
const { instrumentation } = realtime;

function newClient(): SocketClient {
  const exports = load(instrumentation, MAJOR, "realtime/ws");
  return connect(exports, "OpenAIRealtimeWS", openaiClient(MAJOR, realtime.port));
}

const ask = (client: SocketClient, fields: object = {}): void => client.send({ type: "response.create", ...fields });
const PART = ["Half ", "an answer"];
const CUT = spokenMessage("item_2", PART.join(""), "incomplete");
/** Plays one response that ends in this way. Returns its span. */
async function recorded(end: (peer: Peer) => void, atClient?: (client: SocketClient) => void): Promise<ReadableSpan> {
  realtime.script = async (peer) => {
    open(peer);
    await peer.next("response.create");
    peer.send(...itemEvents(userMessage("item_1", "Hello")), ...speaking("resp_1", "item_2", PART, [pcm(0.1, 1)]));
    // A cut connection loses what the application has not read.
    await peer.next("output_audio_buffer.clear");
    end(peer);
  };
  const client = newClient();
  client.on("error", () => undefined);
  await opened(client);
  const spoke = nextEvent(client, "response.output_audio.delta");
  ask(client);
  await spoke;
  client.send({ type: "output_audio_buffer.clear" });
  atClient?.(client);
  await closed(client);
  expect(realtime.ended).toHaveLength(1);
  return realtime.ended[0]!;
}

const status = (name: string, details: object): object =>
  response("resp_1", { status: name, status_details: { type: name, ...details }, output: [CUT] });

/** End at the server, level, outcome, status message, and type of the error. */
const ENDINGS: readonly [string, (peer: Peer) => void, unknown[]][] = [
  [
    "cancelled by a new turn",
    (peer) => peer.send({ type: "response.done", response: status("cancelled", { reason: "turn_detected" }) }),
    [undefined, "cancelled", "The response was cancelled: turn_detected", undefined],
  ],
  [
    "incomplete",
    (peer) => peer.send({ type: "response.done", response: status("incomplete", { reason: "max_output_tokens" }) }),
    ["WARNING", "incomplete", "The answer is incomplete: max_output_tokens", undefined],
  ],
  [
    "failed",
    (peer) =>
      peer.send({
        type: "response.done",
        response: status("failed", {
          error: { type: "server_error", code: "rate_limit_exceeded", message: "Slow down" },
        }),
      }),
    ["ERROR", undefined, "Slow down", "rate_limit_exceeded"],
  ],
  [
    "cut off with the connection",
    (peer) => peer.socket.terminate(),
    ["ERROR", undefined, "The connection broke with code 1006 before the response was whole", "connection_closed"],
  ],
  [
    "ended by the server, which closes the session",
    (peer) => peer.socket.close(1001, "session expired"),
    ["ERROR", undefined, "The connection broke with code 1001 before the response was whole", "connection_closed"],
  ],
];

it.each(ENDINGS)("a response that is %s ends with what has come of it", async (_how, end, expected) => {
  const span = await recorded((peer) => {
    end(peer);
    if (peer.socket.readyState === 1) peer.socket.close();
  });
  const { attributes } = span;
  expect([
    attributes[A.OBSERVATION_LEVEL],
    jsonOf(span, `${A.OBSERVATION_METADATA}.outcome`),
    attributes[A.OBSERVATION_STATUS_MESSAGE],
    attributes["error.type"],
  ]).toEqual(expected);
  expect(jsonOf(span, A.OBSERVATION_OUTPUT)).toMatchObject({
    role: "assistant",
    content: [{ transcript: "Half an answer", audio: expect.stringContaining("audio/wav, 4844 bytes") }],
  });
});

it("a response that the application leaves by closing the connection is aborted", async () => {
  const { attributes } = await recorded(
    () => undefined,
    (client) => client.close(),
  );
  expect(attributes[A.OBSERVATION_LEVEL]).toBe("WARNING");
  expect(attributes[`${A.OBSERVATION_METADATA}.outcome`]).toBe('"aborted"');
});

describe("the parent of a response", () => {
  const tracer = trace.getTracer("application");
  const spanIn = <T>(name: string, fn: (span: Span) => T): T => {
    const span = tracer.startSpan(name);
    return context.with(trace.setSpan(context.active(), span), () => fn(span));
  };
  const parents = (): (string | undefined)[] => realtime.ended.map((span) => span.parentSpanContext?.spanId);

  it("is the span in which the application asks for it, else the one in which it connects", async () => {
    realtime.script = async (peer) => {
      open(peer);
      await peer.next("response.create");
      peer.send(...spoken("resp_1", "item_1", ["One."], []));
      // The server answers speech unasked.
      await peer.next("input_audio_buffer.append");
      peer.send(...spoken("resp_2", "item_2", ["Two."], []));
      await peer.next("response.create");
      peer.send(...spoken("resp_3", "item_3", ["Three."], []));
    };
    const client = spanIn("session", (span) => Object.assign(newClient(), { span }));
    await opened(client);
    const first = nextEvent(client, "response.done");
    const turn = spanIn("turn", (span) => {
      ask(client);
      return span;
    });
    await first;
    const second = nextEvent(client, "response.done");
    client.send({ type: "input_audio_buffer.append", audio: pcm(0.1, 1) });
    await second;
    const third = nextEvent(client, "response.done");
    // Asked for outside of every span.
    ask(client);
    await third;
    const session = client.span.spanContext().spanId;
    expect(parents()).toEqual([turn.spanContext().spanId, session, session]);
    client.close();
    await closed(client);
  });

  it("is not the one of a request that the server rejects", async () => {
    realtime.script = async (peer) => {
      open(peer);
      const { event_id } = await peer.next("response.create");
      peer.send({ type: "error", error: { type: "invalid_request_error", message: "No such voice", event_id } });
      await peer.next("response.create");
      peer.send(...spoken("resp_1", "item_1", ["One."], []));
    };
    const client = newClient();
    const failure = nextEvent(client, "error");
    await opened(client);
    spanIn("rejected", () => ask(client, { event_id: "mine_1", response: { voice: "none" } }));
    await failure;
    const done = nextEvent(client, "response.done");
    const accepted = spanIn("accepted", (span) => {
      ask(client);
      return span;
    });
    await done;
    expect(parents()).toEqual([accepted.spanContext().spanId]);
    client.close();
    await closed(client);
  });
});

describe("responses side by side", () => {
  it("are told apart, and one outside of the conversation leaves the conversation's input alone", async () => {
    realtime.script = async (peer) => {
      open(peer);
      await peer.next("response.create");
      await peer.next("response.create");
      peer.send(...itemEvents(userMessage("item_1", "Hello")));
      const [aside, answer] = [spoken("resp_1", "item_2", ["Aside"], []), spoken("resp_2", "item_3", ["Answer"], [])];
      for (const [place, event] of aside.entries()) peer.send(event, answer[place]!);
    };
    const client = newClient();
    await opened(client);
    const done = new Promise<void>((resolve) => {
      client.on("response.done", ({ response: { id } }: { response: { id: string } }) => {
        if (id === "resp_2") resolve();
      });
    });
    ask(client, { response: { conversation: "none", input: [userMessage("item_9", "Classify this")] } });
    ask(client);
    await done;
    const told = realtime.ended.map((span) => [
      (jsonOf(span, A.OBSERVATION_INPUT) as { input: { content: { text: string }[] }[] }).input[0]!.content[0]!.text,
      (jsonOf(span, A.OBSERVATION_OUTPUT) as { content: { transcript: string }[] }).content[0]!.transcript,
    ]);
    expect(told).toEqual([
      ["Classify this", "Aside"],
      ["Hello", "Answer"],
    ]);
    client.close();
    await closed(client);
  });
});

describe("observeRealtime", () => {
  const script = async (peer: Peer): Promise<void> => {
    open(peer);
    for (const id of ["1", "2"]) {
      await peer.next("response.create");
      peer.send(...spoken(`resp_${id}`, `item_${id}`, ["Hello."], []));
    }
  };
  const answered = async (client: SocketClient): Promise<void> => {
    const done = nextEvent(client, "response.done");
    ask(client);
    await done;
  };

  it.each([
    ["without an instrumentation", false],
    ["beside the instrumentation, once", true],
  ])("records one client with its configuration, %s", async (_how, isInstrumented) => {
    if (!isInstrumented) instrumentation.disable();
    realtime.script = script;
    const client = newClient();
    expect(observeRealtime(client, { generationName: "greeting", userId: "u1" })).toBe(client);
    await opened(client);
    await answered(client);
    await withSvcConfig({ generationName: "goodbye" }, () => answered(client));
    expect(realtime.ended.map(({ name }) => name)).toEqual(["greeting", "goodbye"]);
    client.close();
    await closed(client);
    instrumentation.enable();
  });
});
