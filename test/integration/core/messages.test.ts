// One reader of messages, for the page, the terminal, the MCP server and the playground.
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { conversationLines, conversationText, mediaLabel, splitMedia } from "@svc/core/internal/messages";
import { describe, expect, it } from "vitest";
import { MESSAGE_SHAPES, PICTURE } from "../../support/messages/message-shapes.ts";

const REFERENCE = "@@@svcMedia:type=image/png|id=AAAAAAAAAAAAAAAAAAAAAA|source=bytes@@@";

describe("every shape of a message", () => {
  it.each(MESSAGE_SHAPES.map((shape) => [shape.name, shape] as const))(
    "%s is read with all its words and pictures",
    (_name, { attributes, shows, pictures = 0 }) => {
      const written = attributes(REFERENCE);
      const lines = [
        ...conversationLines(written["gen_ai.system_instructions"], "system"),
        ...conversationLines(written["gen_ai.input.messages"] ?? written[svc.OBSERVATION_INPUT], "user"),
        ...conversationLines(written["gen_ai.output.messages"] ?? written[svc.OBSERVATION_OUTPUT], "assistant"),
      ].join("\n");
      for (const text of shows) expect(lines).toContain(text);
      expect(lines.match(/\[image\/png, (?:\d+ bytes|media \w+)\]/g) ?? []).toHaveLength(pictures);
      expect(lines).not.toContain(PICTURE);
      expect(lines).not.toMatch(/: empty$/m);
    },
  );
});

describe("the text of a conversation", () => {
  const conversation = JSON.stringify([
    { role: "system", content: "Be kind." },
    { role: "user", content: "Where is it?" },
  ]);

  it.each([
    ["all of a short one", conversation, "user", 100, "system: Be kind.\nuser: Where is it?"],
    ["the last message where there is room for one", conversation, "user", 20, "[1 earlier] user: Where is it?"],
    ["a single answer without its role", '{"role":"assistant","content":"Here."}', "assistant", 20, "Here."],
    ["a text", "Here.", "assistant", 20, "Here."],
    ["a message without anything", '[{"role":"user","content":""}]', "user", 20, "user: empty"],
    ["JSON that is no conversation", '{"a":1}', "user", 20, '{"a":1}'],
    [
      "JSON with too many levels",
      `${"[".repeat(40_000)}${"]".repeat(40_000)}`,
      "user",
      20,
      "[".repeat(40_000) + "]".repeat(40_000),
    ],
    [
      "JSON with many levels",
      `${'{"messages":['.repeat(499)}"x"${"]}".repeat(499)}`,
      "user",
      20,
      `${'{"messages":['.repeat(499)}"x"${"]}".repeat(499)}`,
    ],
    ["JSON with many brackets in a text", JSON.stringify(["[".repeat(5_000)]), "user", 20, `["${"[".repeat(5_000)}"]`],
    ["broken JSON", '[{"role":', "user", 20, '[{"role":'],
  ] as const)("has %s", (_what, content, role, most, text) => {
    expect(conversationText(content, role, most)).toBe(text);
  });
});

describe("media in a text", () => {
  it.each([
    ["no media", "plain ;base64, text", ["plain ;base64, text"]],
    ["an empty text", "", [""]],
    ["a broken data URI", "data:image/png;base64,", ["data:image/png;base64,"]],
    ["a broken reference", "@@@svcMedia:type=image/png@@@", ["@@@svcMedia:type=image/png@@@"]],
    ["a reference", `a ${REFERENCE}b`, ["a ", REFERENCE, "b"]],
    ["the other alphabet", "data:image/png;base64,-_-_", ["data:image/png;base64,+/+/"]],
  ])("%s", (_what, text, pieces) => {
    expect(splitMedia(text).map((piece) => piece.text)).toEqual(pieces);
  });

  it("are named by type and size or id", () => {
    expect(mediaLabel(`data:audio/wav;base64,${"AAAA".repeat(1_024)}`)).toBe("[audio/wav, 3 KiB]");
    expect(mediaLabel(REFERENCE)).toBe("[image/png, media AAAAAAAAAAAAAAAAAAAAAA]");
    expect(mediaLabel("https://example.com/cat.png")).toBe("[https://example.com/cat.png]");
  });
});
