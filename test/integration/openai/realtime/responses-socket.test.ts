import { SvcOtelSpanAttributes as A } from "@svc/core";
import { startActiveObservation } from "@svc/tracing";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { appOf } from "../child-process.ts";
import {
  closed,
  connectResponses,
  jsonOf,
  load,
  nextEvent,
  openaiClient,
  opened,
  type SocketClient,
} from "./realtime-client.ts";
import { RealtimeRecording } from "./realtime-recording.ts";
import { type ApiEvent, type Script } from "./realtime-server.ts";

/** Module of `openai` with lanes on a socket. */
interface SessionModule {
  readonly ResponsesWebSocketSession: new (
    client: SocketClient,
    limits: object,
  ) => { lane(id: string): { create(request: object): void; finalResponse(): Promise<unknown> } };
}

const realtime = new RealtimeRecording();
const { instrumentation } = realtime;

const USAGE = {
  input_tokens: 20,
  input_tokens_details: { cached_tokens: 5 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 3 },
  total_tokens: 27,
};

/** Events of a response with one message. With a `lane`, as on a socket with several streams. */
function answering(id: string, words: readonly string[], lane: object = {}): ApiEvent[] {
  const response = { id, object: "response", model: "gpt-5-2026", status: "in_progress", output: [] };
  const item = { id: `msg_${id}`, type: "message", role: "assistant", status: "completed" };
  const whole = { ...item, content: [{ type: "output_text", text: words.join("") }] };
  const place = { ...lane, item_id: item.id, output_index: 0, content_index: 0 };
  return [
    { type: "response.created", ...lane, response },
    { type: "response.output_item.added", ...lane, output_index: 0, item: { ...item, content: [] } },
    ...words.map((delta) => ({ type: "response.output_text.delta", ...place, delta })),
    { type: "response.output_item.done", ...lane, output_index: 0, item: whole },
    {
      type: "response.completed",
      ...lane,
      response: { ...response, status: "completed", output: [whole], usage: USAGE },
    },
  ];
}

function newClient(major: number, module = "resources/responses/ws"): SocketClient {
  load(instrumentation, major, `${module}-base`);
  const exports = createRequire(join(appOf(major), "main.cjs"))(`openai/${module}`) as Record<string, unknown>;
  const client = connectResponses(exports, openaiClient(major, realtime.port));
  client.on("error", () => undefined);
  return client;
}

const ask = (client: SocketClient, input: string, fields: object = {}): void =>
  client.send({ type: "response.create", model: "gpt-5", input, temperature: 0.5, ...fields });
const textOf = (span: ReadableSpan): unknown =>
  (jsonOf(span, A.OBSERVATION_OUTPUT) as { content: [{ text: string }] } | undefined)?.content[0].text;

describe.each([
  [6, "resources/responses/ws"],
  [6, "resources/beta/responses/ws"],
  [7, "resources/responses/ws"],
  [7, "resources/beta/responses/ws"],
])("openai %i, %s", (major, module) => {
  const script: Script = async (peer) => {
    await peer.next("response.create");
    peer.send(...answering("resp_1", ["Hel", "lo"]));
    await peer.next("response.create");
    peer.send(...answering("resp_2", ["Bye"]));
  };

  async function play(): Promise<unknown[]> {
    realtime.script = script;
    const seen: unknown[] = [];
    const client = newClient(major, module);
    client.on("event", (event: ApiEvent) => void seen.push(event));
    // Sent before the socket is open: the client keeps it until then.
    ask(client, "Say hello");
    await nextEvent(client, "response.completed");
    ask(client, "Say bye", { previous_response_id: "resp_1" });
    await nextEvent(client, "response.completed");
    client.close();
    await nextEvent(client, "close");
    return [Object.keys(client), ...seen];
  }

  it("records each response as a generation, and changes nothing that the application sees", async () => {
    load(instrumentation, major, `${module}-base`);
    instrumentation.disable();
    const bare = await play();
    expect(realtime.ended).toEqual([]);
    instrumentation.enable();
    expect(await play()).toEqual(bare);
    expect(realtime.ended.map(({ name }) => name)).toEqual(["chat gpt-5", "chat gpt-5"]);
    const [hello, bye] = realtime.ended as [ReadableSpan, ReadableSpan];
    expect(hello.attributes).toMatchObject({
      [A.OBSERVATION_TYPE]: "generation",
      [A.OBSERVATION_INPUT]: "Say hello",
      [A.OBSERVATION_MODEL]: "gpt-5-2026",
      [A.OBSERVATION_MODEL_PARAMETERS]: '{"temperature":0.5}',
      "gen_ai.request.model": "gpt-5",
      "gen_ai.response.id": "resp_1",
      "server.port": realtime.port,
    });
    expect(jsonOf(hello, A.OBSERVATION_USAGE_DETAILS)).toEqual({
      input: 15,
      input_cached_tokens: 5,
      output: 4,
      output_reasoning_tokens: 3,
      total: 27,
    });
    expect(hello.attributes[A.OBSERVATION_COMPLETION_START_TIME]).toBeDefined();
    expect(bye.attributes["gen_ai.request.previous_response.id"]).toBe("resp_1");
    expect(realtime.ended.map(textOf)).toEqual(["Hello", "Bye"]);
  });
});

describe("openai 7", () => {
  it("tells the streams of one socket apart", async () => {
    realtime.script = async (peer) => {
      await peer.next("response.create");
      await peer.next("response.create");
      const [one, two] = ["a", "b"].map((lane) => answering(`resp_${lane}`, [lane], { stream_id: lane }));
      for (const [place, event] of one!.entries()) peer.send(event, two![place]!);
    };
    const client = newClient(7);
    ask(client, "First", { stream_id: "a" });
    ask(client, "Second", { stream_id: "b" });
    await nextEvent(client, "response.completed");
    client.close();
    await closed(client);
    const told = realtime.ended.map((span) => [span.attributes[A.OBSERVATION_INPUT], textOf(span)]);
    expect(told).toEqual([
      ["First", "a"],
      ["Second", "b"],
    ]);
  });

  it("records the requests of the lanes of a session, each once and below the span that it was made in", async () => {
    realtime.script = async (peer) => {
      for (const id of ["resp_1", "resp_2", "resp_3"]) {
        const { stream_id: lane } = await peer.next("response.create");
        peer.send(...answering(id, [String(lane)], lane === undefined ? {} : { stream_id: lane }));
      }
    };
    const client = newClient(7);
    // Kept by the client until the socket is open.
    ask(client, "Early");
    await nextEvent(client, "response.completed");
    const { ResponsesWebSocketSession } = createRequire(join(appOf(7), "main.cjs"))(
      "openai/lib/responses/responses-websocket-session",
    ) as SessionModule;
    const session = new ResponsesWebSocketSession(client, {
      maxLanes: 4,
      maxBufferedEvents: 99,
      maxBufferedBytes: 1e6,
    });
    const parents: string[] = [];
    for (const lane of ["a", "b"]) {
      const [one, parent] = startActiveObservation("request", (span) => {
        const made = session.lane(lane);
        made.create({ model: "gpt-5", input: `To ${lane}`, temperature: 0.5 });
        return [made, span.id];
      });
      parents.push(parent);
      await one.finalResponse();
    }
    client.close();
    await closed(client);
    const calls = realtime.ended.filter(({ name }) => name === "chat gpt-5");
    const told = calls.map((span) => [
      span.attributes[A.OBSERVATION_INPUT],
      textOf(span),
      span.parentSpanContext?.spanId,
    ]);
    expect(told).toEqual([
      ["Early", "undefined", undefined],
      ["To a", "a", parents[0]],
      ["To b", "b", parents[1]],
    ]);
  });

  it("records a response that is steered as whole, and the input that steers with the next one", async () => {
    const [created, ...pieces] = answering("resp_1", ["Half"]).slice(0, -2);
    const incomplete = { id: "resp_1", object: "response", status: "incomplete", output: [] };
    realtime.script = async (peer) => {
      await peer.next("response.create");
      peer.send(created!, ...pieces);
      await peer.next("response.steer");
      const response = { ...incomplete, incomplete_details: { reason: "steered" } };
      peer.send({ type: "response.incomplete", response }, ...answering("resp_2", ["Shorter"]));
    };
    const client = newClient(7);
    ask(client, "Tell");
    await nextEvent(client, "response.output_text.delta");
    client.send({ type: "response.steer", response_id: "resp_1", input: "Be brief" });
    await nextEvent(client, "response.completed");
    client.close();
    await closed(client);
    const told = realtime.ended.map((span) => [
      span.attributes[A.OBSERVATION_INPUT],
      span.attributes[A.OBSERVATION_LEVEL],
      textOf(span),
    ]);
    expect(told).toEqual([
      ["Tell", undefined, "Half"],
      ["Be brief", undefined, "Shorter"],
    ]);
  });

  const CUT = answering("resp_1", ["Half ", "of it"]).slice(0, -2);
  const failure = { type: "invalid_request_error", code: "model_not_found", message: "No such model" };

  it.each<[string, Script, unknown[]]>([
    [
      "refused",
      async (peer) => {
        await peer.next("response.create");
        peer.send({ type: "error", status: 400, error: failure });
        peer.socket.close();
      },
      ["ERROR", "model_not_found", "No such model", undefined],
    ],
    [
      "failed",
      async (peer) => {
        await peer.next("response.create");
        peer.send(...CUT, {
          type: "response.failed",
          response: { id: "resp_1", status: "failed", output: [], error: failure },
        });
        peer.socket.close();
      },
      ["ERROR", "model_not_found", "No such model", "Half of it"],
    ],
    [
      "cut off with the connection",
      async (peer) => {
        await peer.next("response.create");
        peer.send(...CUT);
        peer.socket.close(1011, "broken");
      },
      ["ERROR", "connection_closed", "The connection broke with code 1011 before the response was whole", "Half of it"],
    ],
  ])("a response that is %s ends", async (_how, script, expected) => {
    realtime.script = script;
    const client = newClient(7);
    await opened(client);
    ask(client, "Hello");
    await nextEvent(client, "close");
    expect(realtime.ended).toHaveLength(1);
    const { attributes } = realtime.ended[0]!;
    expect([
      attributes[A.OBSERVATION_LEVEL],
      attributes["error.type"],
      attributes[A.OBSERVATION_STATUS_MESSAGE],
      textOf(realtime.ended[0]!),
    ]).toEqual(expected);
  });
});
