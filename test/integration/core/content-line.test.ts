// Contents in one line: what was asked and what was answered, of contents that may be cut off.
import { answerLine, questionLine } from "@svc/core/internal/messages";
import { describe, expect, it } from "vitest";

const MOST = 40;
const json = (value: unknown): string => JSON.stringify(value);
const message = (role: string, content: unknown): object => ({ role, content });
const PICTURE = `data:image/png;base64,${"iVBORw0KGgo".repeat(40)}`;

describe("what is asked", () => {
  it.each<[string, string, string]>([
    ["a text", "Where is it?", "Where is it?"],
    ["an empty text", "", ""],
    ["lines and tabs", "Where\n\n  is\tit? ", "Where is it?"],
    ["a long text", "word ".repeat(100), `${"word ".repeat(8).slice(0, 39)}…`],
    ["a text in JSON", json("Where is it?"), "Where is it?"],
    [
      "the first message of a user",
      json([message("system", "Be kind."), message("user", "Where?"), message("user", "And?")]),
      "Where?",
    ],
    ["messages below a field", json({ messages: [message("user", "Where?")], model: "m" }), "Where?"],
    ["parts of OpenTelemetry", json([{ role: "user", parts: [{ type: "text", content: "Where?" }] }]), "Where?"],
    [
      "a picture",
      json([
        message("user", [
          { type: "image_url", image_url: { url: PICTURE } },
          { type: "text", text: "A dog?" },
        ]),
      ]),
      "[image/png] A dog?",
    ],
    ["instructions only", json([message("system", "Be kind.")]), "Be kind."],
    [
      "results of tools before the question",
      json([message("user", [{ type: "tool_result", tool_use_id: "1", content: "42" }]), message("user", "Why?")]),
      "Why?",
    ],
    ["an object", json({ question: "Where?", top: 3, filters: { tag: "a" } }), "question: Where? · top: 3 · tag: a"],
    ["an exact number", '{"id":12345678901234567890}', "id: 12345678901234567890"],
    ["nothing of an object", json({ a: null, b: "", c: [] }), ""],
    ["an object that is too deep", json({ a: { b: { c: { d: { e: 1 } } } } }), "d: …"],
    ["a text that is no JSON", "{Where}", "{Where}"],
  ])("is %s", (_what, content, line) => {
    expect(questionLine(content, MOST)).toBe(line);
  });

  // A cut can be anywhere: within names, escapes, numbers and brackets.
  const conversation = json({
    messages: [
      message("system", 'Be "kind" \u0007\\'),
      message("user", "Where?"),
      message("user", [{ type: "text", text: "x", n: -1.5e3, is: true }]),
    ],
  });
  const asked = conversation.indexOf("Where?") + "Where?".length;

  it.each(Array.from({ length: conversation.length - asked }, (_, n) => asked + n))(
    "is found before a cut at %i",
    (at) => {
      expect(questionLine(conversation.slice(0, at), MOST)).toBe("Where?");
    },
  );

  it.each(Array.from({ length: asked - 6 }, (_, n) => n))("shows no half of an escape at a cut at %i", (at) => {
    expect(questionLine(conversation.slice(0, at), MOST)).toSatisfy(
      (line: string) => 'Be "kind" \u0007\\'.startsWith(line) || line.startsWith("role: "),
    );
  });
});

describe("what is answered", () => {
  const long = json({
    messages: [
      message("user", "x".repeat(500)),
      message("assistant", "] , [ Half"),
      message("assistant", 'The "last" one, [here]'),
    ],
    next: [],
  });

  it.each<[string, string, string | null, string]>([
    ["a text", "Here.", null, "Here."],
    ["the last message", json([message("assistant", "One."), message("assistant", "Two.")]), null, "Two."],
    ["a choice", json({ choices: [{ message: message("assistant", "Here.") }] }), null, "Here."],
    [
      "a call of a tool",
      json(message("assistant", [{ type: "tool_use", id: "1", name: "find", input: { q: "x" } }])),
      null,
      'calls find {"q":"x"}',
    ],
    ["the last message of a long list", long.slice(0, 100), long.slice(-100), 'The "last" one, [here]'],
    [
      "the last message that has anything",
      json([message("assistant", "One."), message("assistant", "")]),
      null,
      "One.",
    ],
    [
      "the beginning of a long answer",
      json(message("assistant", "Here ".repeat(100))).slice(0, 100),
      "Here ".repeat(10),
      `${"Here ".repeat(8).slice(0, 39)}…`,
    ],
    ["a long text", "Here ".repeat(9), "Here ", `${"Here ".repeat(8).slice(0, 39)}…`],
  ])("is %s", (_what, start, end, line) => {
    expect(answerLine(start, end, MOST)).toBe(line);
  });

  it.each(Array.from({ length: 60 }, (_, n) => 40 + n))("is found in the last %i characters", (length) => {
    expect(answerLine(long.slice(0, 100), long.slice(-length), MOST)).toContain(length > 75 ? 'The "last" one' : "");
  });
});

it("large and deep contents cost little", () => {
  const contents = [
    "[".repeat(32_768),
    '{"a":'.repeat(6_000),
    '"\\'.repeat(10_000),
    `["${"\\".repeat(32_000)}`,
    " ".repeat(32_768),
    "},".repeat(16_000),
  ];
  const before = performance.now();
  for (const content of contents)
    for (const read of [questionLine(content, 200), answerLine(content, content, 200)])
      expect(read.length).toBeLessThanOrEqual(200);
  expect(performance.now() - before).toBeLessThan(2_000);
});
