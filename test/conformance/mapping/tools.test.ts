import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { describe, expect, test } from "vitest";
import { type Attributes, matching, of } from "./mapped-observation.ts";

describe("tools", () => {
  test.each<[string, string, Attributes, offered: string[], called: string[]]>([
    [
      "a request and an answer of chat completions",
      "x",
      {
        [svc.OBSERVATION_INPUT]: '{"messages":[],"tools":[{"type":"function","function":{"name":"look"}}]}',
        [svc.OBSERVATION_OUTPUT]: '{"choices":[{"message":{"tool_calls":[{"function":{"name":"look"}}]}}]}',
      },
      ["look"],
      ["look"],
    ],
    [
      "a request and an answer of responses",
      "x",
      {
        [svc.OBSERVATION_INPUT]: '{"input":"x","tools":[{"type":"function","name":"look"}]}',
        [svc.OBSERVATION_OUTPUT]:
          '{"output":[{"type":"function_call","name":"look"},{"type":"function_call","name":"look"}]}',
      },
      ["look"],
      ["look", "look"],
    ],
    [
      "the entries of a conversation of Mistral",
      "x",
      {
        [svc.OBSERVATION_INPUT]: '{"inputs":"x","tools":[{"type":"function","function":{"name":"look"}}]}',
        [svc.OBSERVATION_OUTPUT]: '[{"type":"message.output","content":"y"},{"type":"function.call","name":"look"}]',
      },
      ["look"],
      ["look"],
    ],
    [
      "messages with parts",
      "x",
      {
        "gen_ai.tool.definitions": '[{"name":"a"},{"name":"b"}]',
        "gen_ai.output.messages": '[{"role":"assistant","parts":[{"type":"tool_call","name":"b"}]}]',
      },
      ["a", "b"],
      ["b"],
    ],
    [
      "the AI SDK",
      "ai",
      {
        "ai.prompt.tools": ['{"type":"function","name":"a"}'],
        "ai.response.toolCalls": '[{"type":"tool-call","toolName":"a"}]',
      },
      ["a"],
      ["a"],
    ],
    [
      "Gemini's parts, and calls of a provider's own tools",
      "x",
      {
        [svc.OBSERVATION_OUTPUT]:
          '[{"role":"model","parts":[{"functionCall":{"name":"a"}}]},{"type":"server_tool_use","name":"b"},{"type":"mcp_call","name":"c"}]',
      },
      [],
      ["a", "b", "c"],
    ],
    ["text that speaks of tools", "x", { [svc.OBSERVATION_OUTPUT]: 'the "tool_calls" are many' }, [], []],
  ])("%s", async (_, scope, attributes, offered, called) => {
    await of(attributes, scope);
    for (const [count, list, names] of [
      ["toolDefinitions", "toolNames", offered],
      ["toolCalls", "calledToolNames", called],
    ] as const) {
      expect(await matching({ type: "number", column: count, operator: "=", value: names.length })).toBe(1);
      const all = { type: "arrayOptions", column: list, operator: "all of", value: names };
      const none = { type: "null", column: list, operator: "is null" };
      expect(await matching(names.length > 0 ? all : none)).toBe(1);
    }
  });
});
