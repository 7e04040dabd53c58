import { SvcOtelSpanAttributes as A } from "@svc/core";
import { describe, expect, it, vi } from "vitest";
import { CHILDREN_TIMEOUT, runWithOpenAI } from "../../support/openai-child.ts";
import { allRecordings, type Recording } from "../../support/openai-recordings.ts";
import type { Replays } from "../../support/openai-replay.ts";

vi.setConfig({ testTimeout: CHILDREN_TIMEOUT });

const SWITCHES = [
  { SVC_CAPTURE_CONTENT: "false" },
  { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "false" },
  { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "No_Content" },
];

/** Texts this short are names and words of the API as well as what somebody said. */
const SHORTEST = 8;

/** What was said in a conversation: every text of the request's content and of the answer. */
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

describe.each(SWITCHES)("with %j", (env) => {
  const running = runWithOpenAI<Replays>("openai-replay.ts", "replayAll", { major: 7, format: "esm", env });
  running.catch(() => undefined);

  it("nothing that was said is recorded, and everything else is", async () => {
    const byId = new Map(allRecordings().map((recording) => [recording.id, recording]));
    const { replays } = await running;
    expect(replays.length).toBeGreaterThan(200);
    for (const { id, way, without, instrumented } of replays) {
      const where = `${id}, ${way}`;
      expect(instrumented.caller, where).toEqual(without.caller);
      expect(instrumented.spans, where).toHaveLength(1);
      const { attributes, status } = instrumented.spans[0]!;
      const recording = byId.get(id)!;
      // The kinds of tokens are named like the kinds of content.
      const { [A.OBSERVATION_USAGE_DETAILS]: usageDetails, ...others } = attributes;
      const text = JSON.stringify([instrumented.spans[0]!.name, Object.values(others), status]);
      const said = saidIn(recording).filter((words) => text.includes(JSON.stringify(words).slice(1, -1)));
      expect(said, where).toEqual([]);
      expect(Object.keys(attributes), where).not.toContain(A.OBSERVATION_INPUT);
      expect(Object.keys(attributes), where).not.toContain(A.OBSERVATION_OUTPUT);
      if (way !== "await") continue;
      const { model, requestModel, usage, outcome } = recording.expected;
      expect(attributes[A.OBSERVATION_MODEL], where).toBe(model ?? requestModel);
      expect(usageDetails !== undefined, where).toBe(Boolean(usage));
      if (outcome === "error") {
        expect(attributes[A.OBSERVATION_LEVEL], where).toBe("ERROR");
        expect(attributes[A.OBSERVATION_STATUS_MESSAGE], where).toBe(attributes["error.type"]);
        expect(status.message, where).toBe(attributes["error.type"]);
      }
    }
  });
});
