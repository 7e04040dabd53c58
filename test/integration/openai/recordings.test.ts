import { SvcOtelSpanAttributes as A } from "@svc/core";
import { beforeAll, describe, expect, it } from "vitest";
import { FORMATS, MAJORS, runWithOpenAI, type ChildOptions } from "../../support/openai-child.ts";
import { chatRecordings, type Recording } from "../../support/openai-recordings.ts";
import type { Replay } from "../../support/openai-replay.ts";
import type { Attribute, SpanDescription } from "../../support/openai-preload.ts";

const recordings = chatRecordings();
const byId = new Map(recordings.map((recording) => [recording.id, recording]));
const WAYS = ["await", "withResponse", "asResponse"] as const;

const cases = recordings.flatMap((recording) =>
  (recording.call.api.endsWith(".create") ? WAYS : WAYS.slice(0, 1)).map((way) => [recording.id, way] as const),
);

// All at once: most of their time is the pace of the recordings.
const versions = MAJORS.flatMap((major) =>
  FORMATS.map((format) => [major, format, startReplay({ major, format })] as const),
);

function startReplay(options: ChildOptions): Promise<Replay[]> {
  const replay = runWithOpenAI<Replay[]>("openai-replay.ts", "replayAll", options);
  replay.catch(() => undefined);
  return replay;
}

describe.each(versions)("openai %i, %s", (_major, _format, running) => {
  let replays: Replay[] = [];

  beforeAll(async () => {
    replays = await running;
  });

  it("plays every recording of chat completions", () => {
    expect(replays.map(({ id, way }) => [id, way])).toEqual(cases);
  });

  describe.each(cases)("%s, %s", (id, way) => {
    const replayOf = () => replays.find((replay) => replay.id === id && replay.way === way)!;

    it("looks the same to the application and to the server as without the instrumentation", () => {
      const { without, instrumented } = replayOf();
      expect(instrumented.caller).toEqual(without.caller);
      expect(instrumented.requests).toEqual(without.requests);
      expect(instrumented.end).toEqual(without.end);
      expect(without.spans).toEqual([]);
      expect(without.requests).toHaveLength(byId.get(id)!.expected.httpRequests);
    });

    it("tells nothing of the conversation but in the observation's own attributes", () => {
      const keys = replayOf().instrumented.spans.flatMap(({ attributes }) => Object.keys(attributes));
      expect(keys.filter((key) => /^gen_ai\..*(?:messages|instructions|definitions)/.test(key))).toEqual([]);
    });

    it("is one observation that says what happened", () => {
      const { spans } = replayOf().instrumented;
      const recording = byId.get(id)!;
      expect(spans.map(toldOfRequest)).toEqual([expectedOfRequest(recording)]);
      expect(spans.map(toldOfAnswer)).toEqual([expectedOfAnswer(recording, way)]);
    });
  });

  it("knows the first content from the first chunk", () => {
    const { instrumented } = replays.find(({ id, way }) => id === "chat-stream-ttft" && way === "await")!;
    const { attributes, startMs, durationMs } = instrumented.spans[0]!;
    const firstContentMs = Date.parse(parsed(attributes[A.OBSERVATION_COMPLETION_START_TIME]) as string) - startMs;
    // One millisecond of each clock's resolution.
    expect(firstContentMs).toBeGreaterThanOrEqual(byId.get("chat-stream-ttft")!.expected.ttftMsMin! - 2);
    expect(firstContentMs).toBeLessThanOrEqual(durationMs + 2);
    expect(Number(attributes["gen_ai.response.time_to_first_chunk"]) * 1000).toBeLessThan(firstContentMs);
  });
});

const parsed = (text: Attribute): unknown => (text === undefined ? undefined : JSON.parse(String(text)));

/** The field without those that are undefined, as JSON would have it. */
const plain = (value: unknown): unknown => parsed(JSON.stringify(value));

function toldOfRequest({ name, scope, attributes }: SpanDescription): unknown {
  return {
    name,
    scope,
    type: attributes[A.OBSERVATION_TYPE],
    operation: attributes["gen_ai.operation.name"],
    api: attributes["openai.api.type"],
    provider: attributes["gen_ai.provider.name"],
    model: attributes["gen_ai.request.model"],
    address: attributes["server.address"],
    port: typeof attributes["server.port"],
    input: parsed(attributes[A.OBSERVATION_INPUT]),
    parameters: parsed(attributes[A.OBSERVATION_MODEL_PARAMETERS]),
  };
}

/** Every field of the requests is a parameter but these. */
const NOT_PARAMETERS = new Set([
  "messages",
  "model",
  "tools",
  "tool_choice",
  "functions",
  "function_call",
  "stream_options",
]);

function expectedOfRequest({ call, expected }: Recording): unknown {
  const { messages, tools, tool_choice, functions, function_call } = call.params;
  const hasTools = tools !== undefined || functions !== undefined;
  const parameters = Object.entries(call.params).filter(([name]) => !NOT_PARAMETERS.has(name));
  return {
    name: `chat ${expected.requestModel}`,
    scope: "svc-sdk",
    type: "generation",
    operation: "chat",
    api: "chat_completions",
    provider: expected.provider === "azure" ? "azure.ai.openai" : "openai",
    model: expected.requestModel,
    address: "127.0.0.1",
    port: "number",
    input: hasTools ? plain({ messages, tools, tool_choice, functions, function_call }) : messages,
    parameters: {
      ...Object.fromEntries(parameters),
      ...(call.api.endsWith(".stream") && { stream: true }),
    },
  };
}

/** What a cut connection is called, by `node-fetch` and by `fetch`. */
const CUT = new Set<Attribute>(["ERR_STREAM_PREMATURE_CLOSE", "TypeError"]);

function toldOfAnswer({ attributes, status }: SpanDescription): unknown {
  const told = {
    level: attributes[A.OBSERVATION_LEVEL],
    status: status.code,
    outcome: parsed(attributes[`${A.OBSERVATION_METADATA}.outcome`]),
    errorType: CUT.has(attributes["error.type"]) ? "cut" : attributes["error.type"],
    model: [attributes[A.OBSERVATION_MODEL], attributes["gen_ai.response.model"]],
    responseId: [attributes["gen_ai.response.id"], parsed(attributes[`${A.OBSERVATION_METADATA}.response_id`])],
    finishReasons: attributes["gen_ai.response.finish_reasons"],
    tokens: [attributes["gen_ai.usage.input_tokens"], attributes["gen_ai.usage.output_tokens"]],
    usage: wholeUsage(parsed(attributes[A.OBSERVATION_USAGE_DETAILS])),
    choices: toldOfChoices(parsed(attributes[A.OBSERVATION_OUTPUT])),
  };
  return plain(told);
}

function expectedOfAnswer({ call, response, expected }: Recording, way: (typeof WAYS)[number]): unknown {
  const { outcome, error, model, finishReasons, usage } = expected;
  // The recordings of broken streams do not say the id again.
  const responseId = expected.responseId ?? /"id":"([^"]+)"/.exec(response.events?.[0] ?? "")?.[1];
  // The application has the response of a stream in its own hands: it is not read, not even aside.
  const isRaw = way === "asResponse" && call.params.stream === true && error?.message === undefined;
  const isUnanswered = isRaw || error?.message !== undefined;
  const hasFailed = outcome === "error" && !isRaw;
  const first = {
    content: expected.outputText,
    refusal: expected.refusal,
    reasoning: expected.reasoningText,
    toolCalls: expected.toolCalls,
    functionCall: expected.functionCall,
  };
  const others = expected.allOutputTexts ?? finishReasons ?? [first];
  const ended = {
    level: hasFailed ? "ERROR" : undefined,
    status: hasFailed ? 2 : 0,
    outcome: isRaw ? "raw-response" : outcome === "cancelled" ? outcome : undefined,
    errorType: error?.message === undefined ? (hasFailed ? "cut" : undefined) : (error.code ?? String(error.status)),
  };
  const answered = {
    model: [model, model],
    responseId: [responseId, responseId],
    finishReasons,
    tokens: [usage?.input, usage?.output],
    usage: usage ?? undefined,
    choices: { count: others.length, first },
  };
  const nothing = { model: [expected.requestModel, null], responseId: [null, null], tokens: [null, null] };
  return plain({ ...ended, ...(isUnanswered ? nothing : answered) });
}

/** The recordings count a detail as a part of the whole; on the observation it is a bucket of its own. */
function wholeUsage(details: unknown): unknown {
  if (details === undefined) return undefined;
  const counts = Object.entries(details as Record<string, number>);
  const sum = (side: string) =>
    counts.filter(([key]) => key.startsWith(side)).reduce((all, [, count]) => all + count, 0);
  const { total, input_cached_tokens, input_audio_tokens, output_reasoning_tokens } = Object.fromEntries(counts);
  return {
    input: sum("input"),
    output: sum("output"),
    total,
    cachedRead: input_cached_tokens,
    audioInput: input_audio_tokens,
    reasoning: output_reasoning_tokens,
  };
}

interface Message {
  content: string | null;
  refusal?: string | null;
  reasoning_content?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  function_call?: { name: string; arguments: string };
}

function toldOfChoices(output: unknown): unknown {
  if (output === undefined) return undefined;
  const messages = (Array.isArray(output) ? output : [output]) as Message[];
  const { content, refusal, reasoning_content, tool_calls, function_call } = messages[0]!;
  return {
    count: messages.length,
    first: {
      content,
      refusal: refusal ?? undefined,
      reasoning: reasoning_content,
      toolCalls: tool_calls?.map(({ id, function: { name, arguments: text } }) => ({ id, name, arguments: text })),
      functionCall: function_call,
    },
  };
}
