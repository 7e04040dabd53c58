import { SpanStatusCode } from "@opentelemetry/api";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { observeOpenAI } from "@svc/openai";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { OpenAIStandIn } from "../../../support/openai/openai-stand-in.ts";
import type { RecordedResponse } from "../../../support/openai/openai-recordings.ts";
import { record, stopRecording, type Recording } from "../../../support/otlp/recorded-spans.ts";
import { appOf, MAJORS } from "../child-process.ts";

interface Responses {
  create(params: object): Promise<AsyncIterable<{ readonly type: string }>>;
  retrieve(id: string, query?: object): Promise<AsyncIterable<unknown>>;
  cancel(id: string): Promise<unknown>;
}
type ClientClass = new (options: object) => { readonly responses: Responses };

const REQUEST = { model: "gpt-5", input: "Name one ocean.", background: true };
const NOW = Math.floor(Date.now() / 1_000);
const OUTPUT = [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Pacific." }] }];
const USAGE = { input_tokens: 12, output_tokens: 4, total_tokens: 16 };
const COMPLETED = { status: "completed", output: OUTPUT, usage: USAGE, completed_at: NOW + 2 };
const FAILED = { status: "failed", error: { code: "server_error", message: "The model had an error." } };

let recording: Recording;
let standIn: OpenAIStandIn;
let count = 0;
let id: string;

beforeAll(async () => {
  recording = record();
  standIn = await OpenAIStandIn.start();
});
afterEach(() => {
  recording.ended.length = 0;
  recording.started.length = 0;
});
afterAll(async () => {
  await standIn.stop();
  stopRecording(recording);
});

const response = (fields: object): object => ({
  id,
  object: "response",
  created_at: NOW,
  background: true,
  model: "gpt-5-2026-03-17",
  instructions: null,
  tools: [],
  output: [],
  usage: null,
  ...fields,
});
const json = (fields: object): RecordedResponse => ({ json: response(fields) });
const stream = (events: readonly object[], more: RecordedResponse = {}): RecordedResponse => ({
  events: events.map((event) => `data: ${JSON.stringify(event)}\n\n`),
  ...more,
});
const created = (): object => eventOf("response.created", { status: "queued" });
const delta = { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Pac" };
/** Returns an event that brings the whole response. */
const eventOf = (type: string, fields: object): object => ({ type, response: response(fields) });

/** Returns what is recorded of each call that has ended. */
const recorded = (): object[] =>
  recording.ended.map(({ name, status, attributes }) => ({
    name,
    isError: status.code === SpanStatusCode.ERROR,
    input: attributes[A.OBSERVATION_INPUT],
    output: attributes[A.OBSERVATION_OUTPUT] !== undefined,
    usage: attributes[A.OBSERVATION_USAGE_DETAILS],
    state: attributes[`${A.OBSERVATION_METADATA}.status`],
    outcome: attributes[`${A.OBSERVATION_METADATA}.outcome`],
  }));

const WHOLE = {
  name: "chat gpt-5",
  isError: false,
  input: REQUEST.input,
  output: true,
  usage: JSON.stringify({ input: 12, output: 4, total: 16 }),
  state: '"completed"',
  outcome: undefined,
};

describe.each(MAJORS)("a response in the background, openai %i", (major) => {
  const { OpenAI } = createRequire(join(appOf(major), "main.cjs"))("openai") as { OpenAI: ClientClass };

  /** Returns the calls of a client whose requests get these answers, one after the other. */
  function responsesWith(answers: () => readonly RecordedResponse[]): Responses {
    id = `resp_${major}_${++count}`;
    const { url } = standIn.perform({ sequence: [...answers()] });
    return observeOpenAI(new OpenAI({ apiKey: "none", baseURL: url, maxRetries: 0 })).responses;
  }

  it("is one observation, which ends with the output when the application has fetched it", async () => {
    const responses = responsesWith(() => [
      json({ status: "queued" }),
      json({ status: "in_progress" }),
      json(COMPLETED),
      json(COMPLETED),
    ]);
    await responses.create(REQUEST);
    await responses.retrieve(id);
    expect(recording.ended).toEqual([]);
    await responses.retrieve(id);
    await responses.retrieve(id);
    expect(recorded()).toEqual([WHOLE]);
    expect(recording.started).toHaveLength(1);
  });

  it("ends where the server says, not when the application asks", async () => {
    const responses = responsesWith(() => [json({ status: "queued" }), json({ ...COMPLETED, completed_at: NOW - 10 })]);
    const before = Date.now();
    await responses.create(REQUEST);
    const accepted = Date.now();
    await responses.retrieve(id);
    const [seconds, nanoseconds] = recording.ended[0]!.endTime;
    const endedMs = seconds * 1_000 + nanoseconds / 1e6;
    // Not before the server has accepted the call, whatever its clock says.
    expect(endedMs).toBeGreaterThanOrEqual(before - 1);
    expect(endedMs).toBeLessThanOrEqual(accepted + 1);
  });

  it("keeps the error of a response that fails", async () => {
    const responses = responsesWith(() => [json({ status: "queued" }), json(FAILED)]);
    await responses.create(REQUEST);
    await responses.retrieve(id);
    expect(recorded()).toEqual([{ ...WHOLE, isError: true, output: false, usage: undefined, state: '"failed"' }]);
    expect(recording.ended[0]!.attributes["error.type"]).toBe("server_error");
  });

  it("ends when the application cancels it", async () => {
    const responses = responsesWith(() => [json({ status: "queued" }), json({ status: "cancelled" })]);
    await responses.create(REQUEST);
    await responses.cancel(id);
    expect(recorded()).toEqual([{ ...WHOLE, output: false, usage: undefined, state: '"cancelled"' }]);
  });

  it.each([
    ["that the application leaves", {}],
    ["that breaks", { dropAfter: 2, eventDelayMs: 50 }],
  ])("goes on after a stream %s, with the stream that continues it", async (_how, how) => {
    const responses = responsesWith(() => [
      stream([created(), delta, delta], how),
      stream([delta, eventOf("response.completed", COMPLETED)]),
    ]);
    try {
      for await (const event of await responses.create({ ...REQUEST, stream: true }))
        if (event.type !== "response.created" && !("dropAfter" in how)) break;
    } catch {
      // The connection broke.
    }
    expect(recording.ended).toEqual([]);
    for await (const _ of await responses.retrieve(id, { stream: true, starting_after: 2 }));
    expect(recorded()).toEqual([WHOLE]);
  });

  it("that another process began is recorded by the process that sees it come to its end, once", async () => {
    const responses = responsesWith(() => [json({ status: "in_progress" }), json(COMPLETED), json(COMPLETED)]);
    for (let request = 0; request < 3; request++) await responses.retrieve(id);
    expect(recorded()).toEqual([{ ...WHOLE, name: "chat gpt-5-2026-03-17", input: undefined }]);
    expect(recording.ended[0]!.startTime[0]).toBe(NOW);
  });

  it("records a response that another process started, if it is recent", async () => {
    const fresh = responsesWith(() => [json(COMPLETED)]);
    await fresh.retrieve(id);
    expect(recorded()).toHaveLength(1);
    const old = responsesWith(() => [json({ ...COMPLETED, created_at: NOW - 400, completed_at: NOW - 300 })]);
    await old.retrieve(id);
    expect(recorded()).toHaveLength(1);
  });

  it("records nothing of a response that was never in the background", async () => {
    const responses = responsesWith(() => [json({ ...COMPLETED, background: false })]);
    await responses.retrieve(id);
    expect(recording.started).toEqual([]);
  });

  it("leaves the application its error when the response is not there", async () => {
    const responses = responsesWith(() => [
      json({ status: "queued" }),
      { status: 404, json: { error: { message: "none" } } },
      json(COMPLETED),
    ]);
    await responses.create(REQUEST);
    await expect(responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
    expect(recording.ended).toEqual([]);
    await responses.retrieve(id);
    expect(recorded()).toEqual([WHOLE]);
  });
});
