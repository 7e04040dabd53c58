import { SvcOtelSpanAttributes as A } from "@svc/core";
import { beforeAll, describe, expect, it } from "vitest";
import { DIFFERENCES, differenceOf } from "../../../support/openai/openai-client.ts";
import { CHILDREN_TIMEOUT, FORMATS, MAJORS, runWithOpenAI, type ChildOptions } from "../child-process.ts";
import {
  endpointOf,
  expectedInput,
  expectedOutput,
  expectedParameters,
  toldOfOutput,
  withMediaLengths,
} from "./expected-attributes.ts";
import { allRecordings, waysOf, type Recording, type Way } from "../../../support/openai/openai-recordings.ts";
import type { Replay, Replays } from "./replay-child.ts";
import type { Attribute, SpanDescription } from "../preload.ts";

const recordings = allRecordings();
const byId = new Map(recordings.map((recording) => [recording.id, recording]));

// The versions run at once: most of their time is the pace of the recordings.
const versions = MAJORS.flatMap((major) =>
  FORMATS.map((format) => [major, format, startReplay({ major, format })] as const),
);

function startReplay(options: ChildOptions): Promise<Replays> {
  const replay = runWithOpenAI<Replays>("recordings/replay-child.ts", "replayAll", options);
  replay.catch(() => undefined);
  return replay;
}

describe("the recordings", () => {
  it("cover every endpoint, and the differences between versions", () => {
    expect(recordings.length).toBeGreaterThanOrEqual(85);
    expect(Object.keys(DIFFERENCES).filter((id) => !byId.has(id))).toEqual([]);
  });
});

describe.each(versions)("openai %i, %s", (major, _format, running) => {
  const isMissing = ({ id }: Recording) => differenceOf(id, major)?.effect === "missing";
  const cases = recordings
    .filter((recording) => !isMissing(recording))
    .flatMap((recording) => waysOf(recording).map((way) => [recording.id, way] as const));
  let all: Replays = { replays: [], missing: [] };
  const replayOf = (id: string, way: Way): Replay =>
    all.replays.find((replay) => replay.id === id && replay.way === way)!;

  beforeAll(async () => {
    all = await running;
  }, CHILDREN_TIMEOUT);

  it("plays every recording with a method in this version", () => {
    expect(all.replays.map(({ id, way }) => [id, way])).toEqual(cases);
    expect(all.missing).toEqual(recordings.filter(isMissing).map(({ id }) => id));
  });

  describe.each(cases)("%s, %s", (id, way) => {
    const recording = byId.get(id)!;

    it("is identical for the application and the server with and without the instrumentation", () => {
      const { without, instrumented } = replayOf(id, way);
      expect(instrumented.caller).toEqual(without.caller);
      expect(instrumented.requests).toEqual(without.requests);
      expect(instrumented.end).toEqual(without.end);
      expect(without.spans).toEqual([]);
      expect(without.requests).toHaveLength(recording.expected.httpRequests);
    });

    it("has content only in the observation's attributes, and no media", () => {
      const entries = replayOf(id, way).instrumented.spans.flatMap(({ attributes }) => Object.entries(attributes));
      expect(entries.filter(([key]) => /^gen_ai\..*(?:messages|instructions|definitions)/.test(key))).toEqual([]);
      expect(entries.filter(([, value]) => String(value).length > 20_000)).toEqual([]);
    });

    it("is recorded as one observation with the expected attributes", () => {
      const { spans } = replayOf(id, way).instrumented;
      expect(spans.map((span) => toldOfRequest(span))).toEqual([expectedOfRequest(recording)]);
      const effect = way === "asResponse" ? undefined : differenceOf(id, major)?.effect;
      const expected = effect === "unreadable" ? expectedOfNothing(recording) : expectedOfAnswer(recording, way);
      expect(spans.map((span) => toldOfAnswer(span, recording))).toEqual([
        typeof effect === "object" ? { ...expected, ...effect } : expected,
      ]);
    });
  });

  it.each(["chat-stream-ttft", "responses-stream-ttft"])("tells the first content from the first chunk, %s", (id) => {
    const { attributes, startMs, durationMs } = replayOf(id, "await").instrumented.spans[0]!;
    const firstContentMs = Date.parse(parsed(attributes[A.OBSERVATION_COMPLETION_START_TIME]) as string) - startMs;
    // Tolerance of 1 ms for the resolution of each clock; the time of the first content is in whole milliseconds.
    expect(firstContentMs).toBeGreaterThanOrEqual(byId.get(id)!.expected.ttftMsMin! - 2);
    expect(firstContentMs).toBeLessThanOrEqual(durationMs + 2);
    expect(Number(attributes["gen_ai.response.time_to_first_chunk"]) * 1000).toBeLessThan(firstContentMs + 1);
  });

  it("puts an image of 300 KB into an attribute of a few hundred bytes", () => {
    const lengths = recordings
      .filter((recording) => JSON.stringify(recording).length > 300_000 && !isMissing(recording))
      .filter(({ id }) => differenceOf(id, major) === undefined)
      .flatMap(({ id }) => replayOf(id, "await").instrumented.spans)
      .flatMap(({ attributes }) => [attributes[A.OBSERVATION_INPUT], attributes[A.OBSERVATION_OUTPUT]])
      .filter((text) => text !== undefined)
      .map((text) => String(text).length);
    expect(lengths.length).toBeGreaterThan(10);
    expect(Math.max(...lengths)).toBeLessThan(900);
  });
});

const parsed = (text: Attribute): unknown => {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
};

/** Returns the object without its undefined fields, as in JSON. */
const plain = (value: object): object => JSON.parse(JSON.stringify(value)) as object;

function toldOfRequest({ name, scope, attributes }: SpanDescription): unknown {
  return plain({
    name,
    scope,
    type: attributes[A.OBSERVATION_TYPE],
    operation: attributes["gen_ai.operation.name"],
    api: attributes["openai.api.type"],
    provider: attributes["gen_ai.provider.name"],
    model: attributes["gen_ai.request.model"],
    address: attributes["server.address"],
    port: typeof attributes["server.port"],
    input: withMediaLengths(parsed(attributes[A.OBSERVATION_INPUT])),
    parameters: parsed(attributes[A.OBSERVATION_MODEL_PARAMETERS]),
  });
}

function expectedOfRequest(recording: Recording): unknown {
  const { requestModel, provider } = recording.expected;
  const { operation, type, api } = endpointOf(recording);
  return plain({
    name: requestModel === undefined ? operation : `${operation} ${requestModel}`,
    scope: "svc-sdk",
    type,
    operation,
    api,
    provider: provider === "azure" ? "azure.ai.openai" : "openai",
    model: requestModel,
    address: "127.0.0.1",
    port: "number",
    input: withMediaLengths(expectedInput(recording)),
    parameters: expectedParameters(recording),
  });
}

/** Error names of a cut connection, by `node-fetch` and by `fetch`. */
const CUT = new Set<Attribute>(["ERR_STREAM_PREMATURE_CLOSE", "TypeError"]);

function toldOfAnswer({ attributes, status }: SpanDescription, recording: Recording): unknown {
  const outcome = parsed(attributes[`${A.OBSERVATION_METADATA}.outcome`]);
  return plain({
    level: attributes[A.OBSERVATION_LEVEL],
    status: status.code,
    outcome,
    errorType: CUT.has(attributes["error.type"]) ? "cut" : attributes["error.type"],
    incompleteReason: parsed(attributes[`${A.OBSERVATION_METADATA}.incomplete_reason`]),
    state: parsed(attributes[`${A.OBSERVATION_METADATA}.status`]),
    model: [attributes[A.OBSERVATION_MODEL], attributes["gen_ai.response.model"]],
    responseId: attributes["gen_ai.response.id"],
    finishReasons: attributes["gen_ai.response.finish_reasons"],
    tokens: [attributes["gen_ai.usage.input_tokens"], attributes["gen_ai.usage.output_tokens"]],
    usage: wholeUsage(parsed(attributes[A.OBSERVATION_USAGE_DETAILS]), recording),
    output: toldOfOutput(endpointOf(recording), parsed(attributes[A.OBSERVATION_OUTPUT])),
  });
}

function expectedOfAnswer(recording: Recording, way: Way): object {
  const { call, response, expected } = recording;
  const { outcome, error, model, finishReasons, usage, incompleteReason } = expected;
  // Some recordings do not repeat the id.
  const answered = JSON.stringify(response.json ?? response.events?.[0] ?? "");
  const responseId = expected.responseId ?? /\\?"id\\?":\\?"((?:chatcmpl|cmpl|resp)[^"\\]+)/.exec(answered)?.[1];
  // The application itself reads the response of a stream, a sound or a text: the instrumentation does not read it, not even a
  // copy.
  const isJson = response.json !== undefined || response.sequence !== undefined;
  const isRaw = way === "asResponse" && (call.params.stream === true || !isJson) && error?.message === undefined;
  const hasFailed = outcome === "error" && !isRaw;
  if (isRaw) return expectedOfNothing(recording, "raw-response");
  const isUnanswered = error?.message !== undefined;
  const ended = {
    level: hasFailed ? "ERROR" : incompleteReason === undefined ? undefined : "WARNING",
    status: hasFailed ? 2 : 0,
    outcome: outcome === "cancelled" ? outcome : incompleteReason === undefined ? undefined : "incomplete",
    errorType: hasFailed ? (error?.code ?? (error?.status === undefined ? "cut" : String(error.status))) : undefined,
  };
  if (isUnanswered) return { ...expectedOfNothing(recording), ...plain(ended) };
  return plain({
    ...ended,
    incompleteReason,
    state: endpointOf(recording).api === "responses" ? stateOf(recording) : undefined,
    model: [model ?? expected.requestModel, model],
    responseId,
    finishReasons: finishReasons ?? endingOf(recording),
    tokens: [usage?.input, usage?.output],
    usage: usage ?? undefined,
    output: expectedOutput(recording),
  });
}

/** Returns the expected state. A stream that breaks is still at its beginning. */
function stateOf({ expected, call }: Recording): string | undefined {
  if (call.api === "responses.compact") return undefined;
  return expected.status ?? "in_progress";
}

/** Reasons of an answer's end by the reason why a response is incomplete. */
const ENDINGS: Readonly<Record<string, string>> = { max_output_tokens: "length", content_filter: "content_filter" };

/** Returns the reason why a response ended, which follows from its status and its calls of tools. */
function endingOf({ expected, call }: Recording): string[] | undefined {
  const { status, incompleteReason, toolCalls = [] } = expected;
  if (call.api === "responses.compact") return undefined;
  if (status === "incomplete") return [ENDINGS[incompleteReason!]!];
  return status === "completed" ? [toolCalls.length > 0 ? "tool_calls" : "stop"] : undefined;
}

function expectedOfNothing({ expected }: Recording, outcome?: string): object {
  return plain({
    status: 0,
    outcome,
    model: [expected.requestModel, null],
    tokens: [null, null],
  });
}

/**
 * Returns usage with details added to their total, as the recordings count. On the observation a detail is a separate bucket.
 */
function wholeUsage(details: unknown, { expected }: Recording): unknown {
  if (details === undefined) return undefined;
  const counts = Object.entries(details as Record<string, number>);
  const sum = (side: string) => {
    const own = counts.filter(([key]) => key.startsWith(side));
    return own.length === 0 ? undefined : own.reduce((all, [, count]) => all + count, 0);
  };
  const of = Object.fromEntries(counts);
  return {
    input: sum("input"),
    output: sum("output"),
    total: of.total,
    cachedRead: of.input_cached_tokens,
    cacheWrite: of.input_cache_creation ?? of.input_cache_creation_12h,
    audioInput: of.input_audio_tokens,
    audioOutput: of.output_audio_tokens,
    reasoning: of.output_reasoning_tokens,
    // Not every recording of an image has these.
    ...(expected.usage?.imageOutput !== undefined && {
      imageInput: of.input_image_tokens,
      imageOutput: of.output_image_tokens,
    }),
  };
}
