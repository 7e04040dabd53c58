import { isDeepStrictEqual } from "node:util";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { describe, expect, it, vi } from "vitest";
import { CHILDREN_TIMEOUT, runWithOpenAI } from "../child-process.ts";
import { allRecordings, type Recording } from "../../../support/openai/openai-recordings.ts";
import type { Replay, Replays } from "./replay-child.ts";

vi.setConfig({ testTimeout: CHILDREN_TIMEOUT });

const byId = new Map(allRecordings().map((recording) => [recording.id, recording]));

const SWITCHES = [
  { SVC_CAPTURE_CONTENT: "false" },
  { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "false" },
  { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "No_Content" },
];

/** Shortest text to compare: shorter ones occur as names and words of the API, too. */
const SHORTEST = 8;

/** Returns the texts of a conversation: every text of the request's content and of the answer. */
function saidIn({ call, expected }: Recording): string[] {
  const { messages, input, prompt, instructions, tools, functions, stop, prediction } = call.params;
  const { outputText, allOutputTexts, refusal, reasoningText, toolCalls, functionCall, error } = expected;
  const content = [messages, input, prompt, instructions, tools, functions, stop, prediction];
  const answers = [outputText, allOutputTexts, refusal, reasoningText, toolCalls, functionCall, error?.message];
  return [...textsOf(content), ...textsOf(answers)].filter((text) => text.length >= SHORTEST);
}

const WORDS_OF_THE_API = new Set([
  "function",
  "assistant",
  "input_text",
  "input_image",
  "image_url",
  "file_search",
  "web_search",
]);

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return WORDS_OF_THE_API.has(value) ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** Returns the recorded attributes of one call. Of the ways to take an answer, the plain one has all of them. */
function toldOf({ id, way, without, instrumented }: Replay): unknown {
  const [span] = instrumented.spans;
  // The kinds of tokens have the same names as the kinds of content.
  const { [A.OBSERVATION_USAGE_DETAILS]: usageDetails, ...attributes } = span!.attributes;
  const text = JSON.stringify([span!.name, Object.values(attributes), span!.status]);
  return {
    call: `${id}, ${way}`,
    isUnchanged: isDeepStrictEqual(instrumented.caller, without.caller),
    spans: instrumented.spans.length,
    said: saidIn(byId.get(id)!).filter((words) => text.includes(JSON.stringify(words).slice(1, -1))),
    input: attributes[A.OBSERVATION_INPUT],
    output: attributes[A.OBSERVATION_OUTPUT],
    ...(way === "await" && {
      model: attributes[A.OBSERVATION_MODEL],
      hasUsage: usageDetails !== undefined,
      level: attributes[A.OBSERVATION_LEVEL],
      namesErrorOnly: [attributes[A.OBSERVATION_STATUS_MESSAGE], span!.status.message].map(
        (message) => message === attributes["error.type"],
      ),
    }),
  };
}

function expectedOf({ id, way }: Replay): unknown {
  const { model, requestModel, usage, outcome, incompleteReason } = byId.get(id)!.expected;
  const hasOwnMessage = outcome === "cancelled" || incompleteReason !== undefined;
  return {
    call: `${id}, ${way}`,
    isUnchanged: true,
    spans: 1,
    said: [],
    input: undefined,
    output: undefined,
    ...(way === "await" && {
      model: model ?? requestModel,
      hasUsage: Boolean(usage),
      level: outcome === "error" ? "ERROR" : incompleteReason === undefined ? undefined : "WARNING",
      namesErrorOnly: [!hasOwnMessage, true],
    }),
  };
}

describe.each(SWITCHES)("with %j", (env) => {
  const running = runWithOpenAI<Replays>("recordings/replay-child.ts", "replayAll", { major: 7, format: "esm", env });
  running.catch(() => undefined);

  it("records no content, and everything else", async () => {
    const { replays } = await running;
    expect(replays.length).toBeGreaterThan(200);
    expect(replays.map((replay) => toldOf(replay))).toEqual(replays.map((replay) => expectedOf(replay)));
  });
});
