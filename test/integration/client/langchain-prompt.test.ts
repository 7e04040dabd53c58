import { ChatPromptTemplate, PromptTemplate } from "@langchain/core/prompts";
import { ChatPromptClient, TextPromptClient, type ChatMessageOrPlaceholder } from "@svc/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const record = { name: "p", version: 1, config: {}, labels: [], tags: [] };
const text = (prompt: string): TextPromptClient => new TextPromptClient({ ...record, type: "text", prompt });
const chat = (...prompt: ChatMessageOrPlaceholder[]): ChatPromptClient =>
  new ChatPromptClient({ ...record, type: "chat", prompt });
const history = { type: "placeholder", name: "history" } as const;

/** Returns the value that a path has among nested variables, as LangChain is given it: under the path itself. */
function flat(variables: Record<string, unknown>, path = ""): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      typeof value === "string"
        ? [[path + name, value]]
        : Object.entries(flat(value as Record<string, unknown>, `${path}${name}.`)),
    ),
  );
}

/** Returns the text that LangChain makes of a prompt. */
const format = (prompt: string, variables: Record<string, unknown>): Promise<string> =>
  PromptTemplate.fromTemplate(text(prompt).getLangchainPrompt()).format(flat(variables));

describe("getLangchainPrompt of a text", () => {
  it.each<[what: string, prompt: string, converted: string]>([
    ["a variable", "Hi {{name}}!", "Hi {name}!"],
    ["several", "{{a}}{{b_2}}", "{a}{b_2}"],
    ["spaces in the braces", "Hi {{ name }}", "Hi {name}"],
    ["spaces in the name", "Hi {{first name}}", "Hi {first name}"],
    ["a dash", "Hi {{first-name}}", "Hi {first-name}"],
    ["a path", "Hi {{user.name}}", "Hi {user.name}"],
    ["three braces", "Hi {{{name}}}", "Hi {name}"],
    ["an ampersand", "Hi {{& name }}", "Hi {name}"],
    ["a variable with its braces in braces", "{ {{n}} }", "{{ {n} }}"],
    ["a comment", "a{{! not for you }}b", "ab"],
    ["a comment in a line of its own", "a\n  {{! not for you }}\nb", "a\nb"],
    ["a partial, of which there is none", "a{{> part }}b", "ab"],
    ["other delimiters", "{{=<% %>=}}<%name%> {{name}}", "{name} {{{{name}}}}"],
    ["empty braces", "f() {} {{ name }}", "f() {{}} {name}"],
    ["single braces", "{single} {{y}}", "{{single}} {y}"],
    ["LaTeX", "\\frac{a}{b} {{x}}", "\\frac{{a}}{{b}} {x}"],
    ["code", "function f() { return {{n}}; }", "function f() {{ return {n}; }}"],
    ["JSON", '{"a": 1}', '{{"a": 1}}'],
    ["nested JSON", '{"a": {"b": {"c": 1}}}', '{{"a": {{"b": {{"c": 1}}}}}}'],
    ["a variable in JSON", '{"a": {{a}}, "b": "{{b}}"}', '{{"a": {a}, "b": "{b}"}}'],
    ["a variable right before the end of JSON", '{"a": {"b": {{b}}}}', '{{"a": {{"b": {b}}}}}'],
    ["nothing", "", ""],
  ])("%s", async (_what, prompt, converted) => {
    expect(text(prompt).getLangchainPrompt()).toBe(converted);
    const names = ["name", "a", "b", "b_2", "first name", "first-name", "n", "x", "y"];
    const variables = { ...Object.fromEntries(names.map((name) => [name, `<${name}>`])), user: { name: "Ada" } };
    expect(await format(prompt, variables)).toBe(text(prompt).compile(variables));
  });

  it.each([
    ["{{#on}}yes{{/on}}", 'the section "on" at character 1'],
    ["Hi {{^on}}no{{/on}}", 'the section "on" at character 4'],
    ["{{.}}", 'the variable "." at character 1'],
    ["{{a}b}}", 'the variable "a}b" at character 1'],
    ["{{{{a}}}}", 'the variable "{a" at character 1'],
    ["{{name", "Unclosed tag"],
  ])("%s cannot be converted, and the error names the prompt and the place", (prompt, complaint) => {
    expect(() => text(prompt).getLangchainPrompt()).toThrow('The prompt "p":');
    expect(() => text(prompt).getLangchainPrompt()).toThrow(complaint);
  });

  it("LangChain makes the text of compile of any template, or the conversion is refused", async () => {
    const name = fc.constantFrom("a", "first name", "user.name", "ünï-cödé", "0");
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom("{", "}", "{}", "{{!c}}", "\n", "  ", "{{> p}}", '{"a": {"b":', "{{=<% %>=}}", "<%={{ }}=%>"),
      name.map((n) => `{{${n}}}`),
      name.map((n) => `{{ ${n} }}`),
      name.map((n) => `{{{${n}}}}`),
      name.map((n) => `<%& ${n}%>`),
      fc.constantFrom("{{#a}}", "{{/a}}"),
    );
    const variables = { a: "{A}", "first name": "{{a}}", user: { name: "U" }, "ünï-cödé": "", 0: "zero" };
    let converted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const prompt = parts.join("");
        let langchain: string;
        try {
          langchain = text(prompt).getLangchainPrompt();
        } catch {
          return;
        }
        const template = PromptTemplate.fromTemplate(langchain);
        // A name that the parts make together has no value: an empty text, as compile has it.
        const values = { ...Object.fromEntries(template.inputVariables.map((n) => [n, ""])), ...flat(variables) };
        expect(await template.format(values)).toBe(text(prompt).compile(variables));
        converted++;
      }),
      { numRuns: 1000 },
    );
    expect(converted).toBeGreaterThan(400);
  });
});

describe("getLangchainPrompt of a chat", () => {
  const prompt = chat({ type: "chatmessage", role: "system", content: 'Answer as {"city": "{{ city }}"}' }, history, {
    role: "user",
    content: "{{question}}",
  });
  const system = { role: "system", content: 'Answer as {{"city": "{city}"}}' };
  const user = { role: "user", content: "{question}" };

  it.each<[what: string, placeholders: Record<string, unknown>, messages: unknown[]]>([
    ["a placeholder without messages is a tuple", {}, [system, ["placeholder", "{history}"], user]],
    [
      "its messages are data",
      { history: [{ role: "assistant", content: "It was {{city}}", id: 7 }] },
      [system, { role: "assistant", content: "It was {{{{city}}}}" }, user],
    ],
    ["an empty list removes it", { history: [] }, [system, user]],
    ["anything else is JSON", { history: { a: 1 } }, [system, '{{"a":1}}', user]],
  ])("%s", (_what, placeholders, messages) => {
    expect(prompt.getLangchainPrompt({ placeholders })).toEqual(messages);
  });

  it("LangChain accepts it", async () => {
    const template = ChatPromptTemplate.fromMessages(prompt.getLangchainPrompt() as never);
    const messages = await template.formatMessages({
      city: "Paris",
      question: "Why?",
      history: [["human", "Where?"]],
    });
    expect(messages.map(({ content }) => content)).toEqual(['Answer as {"city": "Paris"}', "Where?", "Why?"]);
  });

  it("a section is refused in any message", () => {
    const first = { role: "system", content: "{{city}}" };
    expect(() => chat(first, { role: "user", content: "{{#a}}b{{/a}}" }).getLangchainPrompt()).toThrow(
      "A LangChain template cannot have the section",
    );
  });

  it("LangChain gives messages of a placeholder as compile does, whatever they contain", async () => {
    const words = fc.oneof(
      fc.string({ unit: fc.constantFrom("{", "}", "#", " ", "a", ">", "%") }),
      fc.constantFrom("Repeat: {{city}}", "{{> partial}}", "{city}", "{{=<% %>=}}"),
    );
    const content = fc.oneof(
      words,
      fc.tuple(words, words).map(([said, url]) => [
        { type: "text", text: `${said}.` },
        { type: "image_url", image_url: { url: `https://${url}` } },
      ]),
    );
    const messages = fc.array(fc.record({ role: fc.constantFrom("user", "assistant"), content }));
    await fc.assert(
      fc.asyncProperty(messages, async (given) => {
        const placeholders = { history: given };
        const template = ChatPromptTemplate.fromMessages(prompt.getLangchainPrompt({ placeholders }) as never);
        const variables = { city: "Paris", question: "Why?" };
        const made = await template.formatMessages(variables);
        const compiled = prompt.compile(variables, placeholders) as Array<{ content: unknown }>;
        expect(made.map((message) => message.content)).toEqual(compiled.map((message) => message.content));
      }),
    );
  });
});
