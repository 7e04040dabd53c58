import { OpenAIInstrumentation } from "@svc/openai";
import { setSvcTracerProvider } from "@svc/tracing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRecording, type Recording } from "../../../support/otlp/recorded-spans.ts";

/** Request fields that set the same attribute; the first one counts. */
const RIVALS: readonly (readonly [attribute: string, said: unknown, body: Record<string, unknown>])[] = [
  ["gen_ai.request.max_tokens", 1, { max_completion_tokens: 1, max_output_tokens: 2, max_tokens: 3 }],
  ["gen_ai.request.max_tokens", 2, { max_completion_tokens: null, max_output_tokens: 2, max_tokens: 3 }],
  ["gen_ai.request.max_tokens", 3, { max_completion_tokens: undefined, max_tokens: 3 }],
  ["gen_ai.request.reasoning.level", "low", { reasoning_effort: "low", reasoning: { effort: "high" } }],
  ["gen_ai.request.reasoning.level", "high", { reasoning_effort: null, reasoning: { effort: "high" } }],
  ["gen_ai.output.type", "json", { response_format: { type: "json_object" }, text: { format: { type: "text" } } }],
  ["gen_ai.output.type", "text", { text: { format: { type: "text" } } }],
];

describe("an attribute with several sources in a request", () => {
  let recording: Recording;
  const instrumentation = new OpenAIInstrumentation();
  class Completions {
    create(_params: unknown): Promise<unknown> {
      return Promise.resolve({});
    }
  }

  beforeEach(() => {
    recording = createRecording();
    setSvcTracerProvider(recording.provider);
    void instrumentation.getModuleDefinitions()[0]!.files[0]!.patch({ Completions }, "7.0.0");
  });

  afterEach(() => {
    instrumentation.disable();
    setSvcTracerProvider(null);
  });

  it.each(RIVALS)("%s is %j in any order of the request's fields: %j", async (attribute, said, body) => {
    for (const fields of [Object.entries(body), Object.entries(body).toReversed()]) {
      await new Completions().create({ model: "m", messages: [], ...Object.fromEntries(fields) });
    }
    expect(recording.ended.map((span) => span.attributes[attribute])).toEqual([said, said]);
  });
});
