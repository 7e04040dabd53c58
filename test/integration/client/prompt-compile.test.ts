import { ChatPromptClient, TextPromptClient, type ChatMessageOrPlaceholder } from "@svc/client";
import fc from "fast-check";
import Mustache from "mustache";
import { afterEach, describe, expect, it } from "vitest";

const record = { name: "p", version: 1, config: { model: "m" }, labels: ["production"], tags: ["t"] };
const text = (prompt: string): TextPromptClient => new TextPromptClient({ ...record, type: "text", prompt });
const chat = (...prompt: ChatMessageOrPlaceholder[]): ChatPromptClient =>
  new ChatPromptClient({ ...record, type: "chat", prompt });
const history = { type: "placeholder", name: "history" } as const;

describe("compiling a text", () => {
  it.each<[what: string, template: string, variables: Record<string, unknown>, compiled: string]>([
    ["no variables", "Hi.", {}, "Hi."],
    ["an empty template", "", {}, ""],
    ["a variable", "Hi {{name}}!", { name: "Ada" }, "Hi Ada!"],
    ["white space in the braces", "Hi {{ name }}!", { name: "Ada" }, "Hi Ada!"],
    ["the same variable twice", "{{a}}{{a}}", { a: 1 }, "11"],
    ["a missing variable", "Hi {{name}}!", {}, "Hi !"],
    ["null", "Hi {{name}}!", { name: null }, "Hi !"],
    ["nothing is escaped", "{{code}}", { code: `<a href="x">&'` }, `<a href="x">&'`],
    ["three braces", "{{{code}}}", { code: "<b>" }, "<b>"],
    ["a number, a boolean, a bigint", "{{a}} {{b}} {{c}}", { a: 0, b: false, c: 10n }, "0 false 10"],
    ["an object", "{{o}}", { o: { a: 1 } }, "[object Object]"],
    ["a list", "{{l}}", { l: [1, 2] }, "1,2"],
    ["a path", "{{user.name}}", { user: { name: "Ada" } }, "Ada"],
    ["a section", "{{#on}}yes{{/on}}{{^on}}no{{/on}}", { on: true }, "yes"],
    ["a section that is off", "{{#on}}yes{{/on}}{{^on}}no{{/on}}", {}, "no"],
    [
      "a section over a list",
      "{{#items}}- {{name}}\n{{/items}}",
      { items: [{ name: "a" }, { name: "b" }] },
      "- a\n- b\n",
    ],
    ["a list of texts", "{{#items}}{{.}};{{/items}}", { items: ["a", "b"] }, "a;b;"],
    ["a comment", "a{{! not for you }}b", {}, "ab"],
    ["a function", "{{f}}", { f: () => "made" }, "made"],
    ["JSON with a variable in it", '{"a": "{{a}}", "b": {}}', { a: "x" }, '{"a": "x", "b": {}}'],
  ])("%s", (_what, template, variables, compiled) => {
    expect(text(template).compile(variables)).toBe(compiled);
  });

  it("without variables", () => expect(text("Hi {{name}}!").compile()).toBe("Hi !"));

  it.each(["{{name", "{{#a}}", "{{/a}}", "{{#a}}{{/b}}"])("throws on %s", (template) => {
    expect(() => text(template).compile({ name: "Ada" })).toThrow(/[Uu]nclosed|[Uu]nopened/);
  });

  it("gives the result of the Mustache library for any template and variables", () => {
    const name = fc.constantFrom("a", "b", "user.name", "list");
    const part = fc.oneof(
      fc.string(),
      name.map((n) => `{{${n}}}`),
      name.map((n) => `{{{${n}}}}`),
      name.map((n) => `{{& ${n} }}`),
      name.map((n) => `{{#${n}}}[{{.}}{{a}}]{{/${n}}}`),
      fc.constantFrom("{{! a comment }}", "\n", " ", "{", "}", "{{^b}}none{{/b}}"),
    );
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
    const variables = fc.record(
      { a: value, b: value, list: value, user: fc.record({ name: value }) },
      { requiredKeys: [] },
    );
    const outcome = (render: () => string): string => {
      try {
        return render();
      } catch (error) {
        return `threw ${(error as Error).message}`;
      }
    };
    fc.assert(
      fc.property(fc.array(part), variables, (parts, view) => {
        const template = parts.join("");
        expect(outcome(() => text(template).compile(view))).toBe(
          outcome(() => Mustache.render(template, view, undefined, { escape: String })),
        );
      }),
    );
  });

  describe("an application's own use of Mustache", () => {
    const { tags, escape } = Mustache;
    afterEach(() => Object.assign(Mustache, { tags, escape }));

    it("is independent of prompts", () => {
      expect(text("{{a}}").compile({ a: "<" })).toBe("<");
      expect(Mustache.render("{{a}}", { a: "<" })).toBe("&lt;");
      Object.assign(Mustache, { tags: ["<%", "%>"], escape: () => "escaped" });
      expect(text("{{a}} <%a%> {{#a}}{{.}}{{/a}}").compile({ a: "<" })).toBe("< <%a%> <");
    });
  });
});

describe("compiling a chat", () => {
  it("replaces the variables of each message and omits its type", () => {
    const prompt = chat(
      { type: "chatmessage", role: "system", content: "You are {{role}}." },
      { role: "user", content: "{{question}}" },
    );
    expect(prompt.compile({ role: "kind", question: "Why?" })).toEqual([
      { role: "system", content: "You are kind." },
      { role: "user", content: "Why?" },
    ]);
    expect(prompt.compile({ role: "brief" })[0]).toEqual({ role: "system", content: "You are brief." });
  });

  it.each<[what: string, given: unknown, compiled: unknown[]]>([
    [
      "messages, which stay as they are, with other fields",
      [{ role: "assistant", content: "Hi {{name}}", tool_calls: [1] }],
      [{ role: "assistant", content: "Hi {{name}}", tool_calls: [1] }],
    ],
    ["an empty list, which removes it", [], []],
    ["nothing: it stays", undefined, [history]],
    ["a text, as JSON", "Hi", ['"Hi"']],
    ["a list of anything else, as JSON", ["Hi"], ['["Hi"]']],
    ["an object, as JSON", { role: "user" }, ['{"role":"user"}']],
    ["null, as JSON", null, ["null"]],
    [
      "a message without text content",
      [{ role: "user", content: [{ image: 1 }] }],
      [{ role: "user", content: [{ image: 1 }] }],
    ],
    [
      "text that is not a template",
      [{ role: "user", content: "what is {{# ?" }],
      [{ role: "user", content: "what is {{# ?" }],
    ],
  ])("a placeholder is given %s", (_what, given, compiled) => {
    expect(chat(history).compile({ name: "Ada" }, { history: given })).toEqual(compiled);
  });

  it("keeps what users said byte for byte, so that no message reads a variable of the template", () => {
    const prompt = chat({ role: "system", content: "Internal: {{policy}}" }, history, {
      role: "user",
      content: "{{q}}",
    });
    const bits = fc.constantFrom(
      "{{policy}}",
      "{{> p}}",
      "{{=<% %>=}}",
      "{{#q}}",
      "{{/q}}",
      "{{ item.name }}",
      "{{{",
      "x",
    );
    const content = fc.oneof(
      fc.string(),
      fc.array(bits).map((said) => said.join("")),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ role: fc.constantFrom("user", "assistant"), content })), content, (said, q) => {
        expect(prompt.compile({ policy: "SECRET", q }, { history: said })).toEqual([
          { role: "system", content: "Internal: SECRET" },
          ...said,
          { role: "user", content: q },
        ]);
      }),
    );
  });

  it("does not hand out the objects of the messages that were passed", () => {
    const said = [{ role: "user", content: "Hi" }];
    const [message] = chat(history).compile({}, { history: said }) as [object];
    expect(message).not.toBe(said[0]);
  });

  it("throws an error that names the placeholder with an invalid value", () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(() => chat(history).compile({}, { history: circle })).toThrow('the placeholder "history"');
  });
});

describe("toJSON", () => {
  it("of a text", () => {
    expect(JSON.parse(text("Hi").toJSON())).toEqual({ ...record, type: "text", prompt: "Hi", isFallback: false });
  });

  it("of a chat: messages without type, placeholders with type", () => {
    const prompt = chat({ type: "chatmessage", role: "user", content: "Hi" }, history);
    expect(JSON.parse(prompt.toJSON())).toMatchObject({
      type: "chat",
      prompt: [{ role: "user", content: "Hi" }, history],
    });
    expect((JSON.parse(prompt.toJSON()) as { prompt: object[] }).prompt[0]).not.toHaveProperty("type");
  });
});
