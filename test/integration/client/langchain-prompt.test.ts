import { ChatPromptTemplate, PromptTemplate } from "@langchain/core/prompts";
import { ChatPromptClient, TextPromptClient } from "@svc/client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const record = { name: "p", version: 1, config: {}, labels: [], tags: [] };
const convert = (prompt: string): string =>
  new TextPromptClient({ ...record, type: "text", prompt }).getLangchainPrompt();

/** Returns the text that LangChain makes from the converted prompt. */
const format = (prompt: string, variables: Record<string, string>): Promise<string> =>
  PromptTemplate.fromTemplate(convert(prompt)).format(variables);

describe("getLangchainPrompt of a text", () => {
  it.each<[what: string, prompt: string, converted: string]>([
    ["a variable", "Hi {{name}}!", "Hi {name}!"],
    ["several", "{{a}}{{b_2}}", "{a}{b_2}"],
    ["spaces in the braces are not converted", "Hi {{ name }}", "Hi {{ name }}"],
    ["a dash is not converted", "Hi {{first-name}}", "Hi {{first-name}}"],
    ["empty braces are left alone", "f() {}", "f() {}"],
    ["LangChain's own variables are left alone", "Hi {name}", "Hi {name}"],
    ["JSON", '{"a": 1}', '{{"a": 1}}'],
    ["JSON with white space before the quote", '{\n  "a": 1\n}', '{{\n  "a": 1\n}}'],
    ["single quotes", "{'a': 1}", "{{'a': 1}}"],
    ["nested JSON", '{"a": {"b": {"c": 1}}}', '{{"a": {{"b": {{"c": 1}}}}}}'],
    ["nested JSON that is empty", '{"a": {}}', '{{"a": {{}}}}'],
    ["JSON in a list", '[{"a": 1}, {"b": 2}]', '[{{"a": 1}}, {{"b": 2}}]'],
    ["a variable in JSON", '{"a": {{a}}, "b": "{{b}}"}', '{{"a": {a}, "b": "{b}"}}'],
    ["a variable right before the end of JSON", '{"a": {"b": {{b}}}}', '{{"a": {{"b": {b}}}}}'],
    ["braces within a text in JSON", '{"a": "}{"}', '{{"a": "}}{{"}}'],
    ["a quote escaped within a text in JSON", '{"a": "\\"}"}', '{{"a": "\\"}}"}}'],
    ["JSON doubled by hand stays", '{{"a": 1}}', '{{"a": 1}}'],
    ["nothing", "", ""],
  ])("%s", (_what, prompt, converted) => {
    expect(convert(prompt)).toBe(converted);
  });

  it.each<[prompt: string, variables: Record<string, string>, formatted: string]>([
    ["Hi {{name}}!", { name: "Ada" }, "Hi Ada!"],
    [
      'Answer as {"name": "{{name}}", "age": {"years": 1}}.',
      { name: "Ada" },
      'Answer as {"name": "Ada", "age": {"years": 1}}.',
    ],
    ['[{"a": {"b": {"c": {{c}}}}}]', { c: "1" }, '[{"a": {"b": {"c": 1}}}]'],
  ])("LangChain formats %s", async (prompt, variables, formatted) => {
    expect(await format(prompt, variables)).toBe(formatted);
  });

  it("LangChain returns any JSON unchanged, with its variables replaced", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), fc.boolean(), async (value, isIndented) => {
        fc.pre(Object.keys(value).length > 0 && !/\{\{\w+\}\}/.test(JSON.stringify(value)));
        const json = JSON.stringify({ first: value, x: "XX" }, null, isIndented ? 2 : undefined);
        const prompt = `{{word}} ${json.replace('"XX"', "{{word}}")}`;
        expect(await format(prompt, { word: "filled" })).toBe(`filled ${json.replace('"XX"', "filled")}`);
      }),
    );
  });
});

describe("getLangchainPrompt of a chat", () => {
  const prompt = new ChatPromptClient({
    ...record,
    type: "chat",
    prompt: [
      { type: "chatmessage", role: "system", content: 'Answer as {"city": "{{city}}"}' },
      { type: "placeholder", name: "history" },
      { role: "user", content: "{{question}}" },
    ],
  });
  const system = { role: "system", content: 'Answer as {{"city": "{city}"}}' };
  const user = { role: "user", content: "{question}" };

  it.each<[what: string, placeholders: Record<string, unknown>, messages: unknown[]]>([
    ["a placeholder without messages is a tuple", {}, [system, ["placeholder", "{history}"], user]],
    [
      "its messages are converted too",
      { history: [{ role: "assistant", content: "It was {{city}}", id: 7 }] },
      [system, { role: "assistant", content: "It was {city}" }, user],
    ],
    ["an empty list removes it", { history: [] }, [system, user]],
    ["anything else is JSON", { history: { a: 1 } }, [system, '{"a":1}', user]],
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
});
