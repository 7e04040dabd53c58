import { SvcOtelSpanAttributes as svc } from "@svc/core";

/** Picture of 10 by 10 points, in base64. */
export const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEUlEQVR4nGNgWBCAD41KY0MAqH5dwcEeKtUAAAAASUVORK5CYII=";
const URI = `data:image/png;base64,${PICTURE}`;
const REMOTE = "https://pictures.example/cat.png";

/** Input or output of an observation, as an application or an instrumentation writes it, and what every door shows of it. */
export interface MessageShape {
  readonly name: string;
  /** `reference` stands for the picture once it is stored. */
  readonly attributes: (reference: string) => Readonly<Record<string, string>>;
  readonly shows: readonly string[];
  readonly pictures?: number;
  /** Text in the last field of the playground, and the number of pictures beside its fields; undefined for an observation that is no model call. */
  readonly playground?: { readonly text: string; readonly pictures?: number };
}

const user = (...parts: unknown[]): unknown => [{ role: "user", parts }];
const asked = (...content: unknown[]): unknown => ({ messages: [{ role: "user", content }] });

/** Input in the format of the GenAI conventions of OpenTelemetry. */
const otelInput = (messages: unknown, more: Readonly<Record<string, unknown>> = {}): Record<string, string> =>
  texts({ "gen_ai.input.messages": messages, ...more });
const input = (value: unknown): Record<string, string> => texts({ [svc.OBSERVATION_INPUT]: value });
const output = (value: unknown): Record<string, string> => texts({ [svc.OBSERVATION_OUTPUT]: value });

function texts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

/** Shapes of messages and of media by who writes them. */
export const MESSAGE_SHAPES: readonly MessageShape[] = [
  {
    name: "conventions: text parts",
    attributes: () =>
      otelInput(user({ type: "text", content: "QUESTION" }), {
        "gen_ai.system_instructions": [{ type: "text", content: "INSTRUCTION" }],
        "gen_ai.output.messages": [
          { role: "assistant", parts: [{ type: "text", content: "ANSWER" }], finish_reason: "stop" },
        ],
      }),
    shows: ["INSTRUCTION", "QUESTION", "ANSWER"],
    playground: { text: "QUESTION" },
  },
  {
    name: "conventions: reasoning",
    attributes: () =>
      texts({
        "gen_ai.output.messages": [
          {
            role: "assistant",
            parts: [
              { type: "reasoning", content: "THOUGHT" },
              { type: "text", content: "ANSWER" },
            ],
          },
        ],
      }),
    shows: ["THOUGHT", "ANSWER"],
  },
  ...["response", "result"].map((field): MessageShape => ({
    name: `conventions: a tool's ${field}`,
    attributes: () =>
      otelInput([
        {
          role: "assistant",
          parts: [{ type: "tool_call", id: "c1", name: "weather", arguments: { city: "PARIS" } }],
        },
        { role: "tool", parts: [{ type: "tool_call_response", id: "c1", [field]: { sky: "CLOUDS" } }] },
      ]),
    shows: ["weather", "PARIS", "CLOUDS"],
  })),
  {
    name: "conventions: a tool of the provider",
    attributes: () =>
      texts({
        "gen_ai.output.messages": [
          {
            role: "assistant",
            parts: [
              {
                type: "server_tool_call",
                id: "s1",
                name: "code",
                server_tool_call: { type: "code_interpreter", code: "PROGRAM" },
              },
              {
                type: "server_tool_call_response",
                id: "s1",
                server_tool_call_response: { type: "code_interpreter", output: "PRINTED" },
              },
            ],
          },
        ],
      }),
    shows: ["code", "PROGRAM", "PRINTED"],
  },
  {
    name: "conventions: blob",
    attributes: () =>
      otelInput(
        user(
          { type: "text", content: "QUESTION" },
          { type: "blob", modality: "image", mime_type: "image/png", content: PICTURE },
        ),
      ),
    shows: ["QUESTION"],
    pictures: 1,
    playground: { text: "QUESTION", pictures: 1 },
  },
  {
    name: "conventions: blob that is stored",
    attributes: (reference) =>
      otelInput(user({ type: "blob", modality: "image", mime_type: "image/png", content: reference })),
    shows: [],
    pictures: 1,
  },
  {
    name: "conventions: uri",
    attributes: () => otelInput(user({ type: "uri", modality: "image", mime_type: "image/png", uri: REMOTE })),
    shows: [REMOTE],
  },
  {
    name: "conventions: uri of a bucket",
    attributes: () => otelInput(user({ type: "uri", modality: "image", uri: "gs://bucket/cat.png" })),
    shows: ["gs://bucket/cat.png"],
    playground: { text: "[gs://bucket/cat.png]" },
  },
  {
    name: "conventions: file",
    attributes: () => otelInput(user({ type: "file", modality: "image", mime_type: "image/png", file_id: "file-123" })),
    shows: ["file-123"],
  },
  {
    name: "conventions: a part that nobody knows",
    attributes: () =>
      otelInput(user({ type: "hologram", payload: "PAYLOAD" }, { type: "text", words: "WORDS" }, { type: "text" })),
    shows: ["PAYLOAD", "WORDS"],
    playground: { text: "PAYLOAD" },
  },
  {
    name: "a message that nobody knows",
    attributes: () => input([{ role: "user", content: null, hologram: "PAYLOAD" }]),
    shows: ["PAYLOAD"],
  },
  {
    name: "OpenAI: pictures of a chat",
    attributes: (reference) =>
      input(
        asked(
          { type: "text", text: "QUESTION" },
          { type: "image_url", image_url: { url: URI } },
          { type: "image_url", image_url: { url: reference } },
        ),
      ),
    shows: ["QUESTION"],
    pictures: 2,
    playground: { text: "QUESTION", pictures: 2 },
  },
  {
    name: "OpenAI: refusal and a call of the first kind",
    attributes: () =>
      output({
        choices: [
          {
            index: 0,
            message: {
              role: "assistant",
              content: null,
              refusal: "REFUSED",
              function_call: { name: "weather", arguments: '{"city":"PARIS"}' },
            },
          },
        ],
      }),
    shows: ["REFUSED", "weather", "PARIS"],
  },
  {
    name: "OpenAI: responses with a computer",
    attributes: () =>
      input([
        {
          role: "user",
          content: [
            { type: "input_text", text: "QUESTION" },
            { type: "input_image", image_url: URI },
          ],
        },
        { type: "reasoning", id: "r1", summary: [{ type: "summary_text", text: "THOUGHT" }] },
        { type: "reasoning", id: "r2", summary: [], encrypted_content: "SEALED" },
        { type: "computer_call", id: "i1", call_id: "c1", action: { type: "click", x: 77 } },
        { type: "computer_call_output", call_id: "c1", output: { type: "computer_screenshot", image_url: URI } },
        { type: "web_search_call", id: "w1", action: { query: "SEARCH" } },
      ]),
    shows: ["QUESTION", "THOUGHT", "SEALED", "77", "SEARCH"],
    pictures: 2,
  },
  {
    name: "OpenAI: a generated picture in responses",
    attributes: () => output([{ type: "image_generation_call", id: "g1", status: "completed", result: PICTURE }]),
    shows: [],
    pictures: 1,
  },
  {
    name: "OpenAI: generated pictures",
    attributes: () => output({ created: 1, data: [{ b64_json: PICTURE, revised_prompt: "REVISED" }] }),
    shows: ["REVISED"],
    pictures: 1,
  },
  {
    name: "OpenAI: JSON in the message of a tool",
    attributes: () =>
      input({
        messages: [
          {
            role: "assistant",
            content: null,
            tool_calls: [{ id: "c1", type: "function", function: { name: "draw", arguments: "{}" } }],
          },
          {
            role: "tool",
            tool_call_id: "c1",
            content: JSON.stringify({ content: [{ type: "image", data: PICTURE, mimeType: "image/png" }] }),
          },
        ],
      }),
    shows: ["draw"],
    pictures: 1,
  },
  {
    name: "Anthropic: pictures, also of a tool",
    attributes: () => {
      const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: PICTURE } };
      return input({
        system: "INSTRUCTION",
        messages: [
          { role: "user", content: [picture, { type: "text", text: "QUESTION" }] },
          { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "draw", input: { what: "CAT" } }] },
          {
            role: "user",
            content: [{ type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "DRAWN" }, picture] }],
          },
        ],
      });
    },
    shows: ["INSTRUCTION", "QUESTION", "CAT", "DRAWN"],
    pictures: 2,
  },
  {
    name: "Anthropic: documents and sealed thoughts",
    attributes: () =>
      input(
        asked(
          { type: "document", source: { type: "text", media_type: "text/plain", data: "The document: WORDS" } },
          { type: "redacted_thinking", data: "SEALED" },
        ),
      ),
    shows: ["WORDS", "SEALED"],
  },
  {
    name: "Gemini: contents",
    attributes: () =>
      texts({
        [svc.OBSERVATION_INPUT]: {
          contents: [
            { role: "user", parts: [{ inlineData: { data: PICTURE, mimeType: "image/png" } }, { text: "QUESTION" }] },
            { role: "model", parts: [{ functionCall: { name: "look", args: { at: "FIRST" } } }] },
            { role: "model", parts: [{ functionCall: { name: "look", args: { at: "SECOND" } } }] },
            { role: "user", parts: [{ functionResponse: { name: "look", response: { saw: "ONE" } } }] },
            { role: "user", parts: [{ functionResponse: { name: "look", response: { saw: "TWO" } } }] },
          ],
        },
        [svc.OBSERVATION_OUTPUT]: { candidates: [{ content: { role: "model", parts: [{ text: "ANSWER" }] } }] },
      }),
    shows: ["QUESTION", "FIRST", "SECOND", "ONE", "TWO", "ANSWER"],
    pictures: 1,
  },
  {
    name: "AI SDK: pictures, also of a tool",
    attributes: () =>
      input({
        messages: [
          {
            role: "user",
            content: [
              { type: "image", image: PICTURE, mediaType: "image/png" },
              { type: "file", data: PICTURE, mediaType: "image/png" },
            ],
          },
          {
            role: "assistant",
            content: [{ type: "tool-call", toolCallId: "c1", toolName: "draw", input: { what: "CAT" } }],
          },
          {
            role: "tool",
            content: [
              {
                type: "tool-result",
                toolCallId: "c1",
                toolName: "draw",
                output: {
                  type: "content",
                  value: [
                    { type: "text", text: "DRAWN" },
                    { type: "media", data: PICTURE, mediaType: "image/png" },
                  ],
                },
              },
            ],
          },
        ],
      }),
    shows: ["CAT", "DRAWN"],
    pictures: 3,
  },
  {
    name: "AI SDK: messages of a page",
    attributes: () =>
      input([
        {
          role: "assistant",
          content: "",
          parts: [
            { type: "text", text: "TEXT" },
            {
              type: "tool-weather",
              toolCallId: "c1",
              state: "output-available",
              input: { city: "PARIS" },
              output: "CLOUDS",
            },
            {
              type: "tool-invocation",
              toolInvocation: {
                toolCallId: "c2",
                toolName: "time",
                state: "result",
                args: { at: "ROME" },
                result: "NOON",
              },
            },
          ],
        },
      ]),
    shows: ["TEXT", "weather", "PARIS", "CLOUDS", "time", "ROME", "NOON"],
  },
  {
    name: "Bedrock: Converse",
    attributes: () =>
      input({
        system: [{ text: "INSTRUCTION" }],
        messages: [
          { role: "user", content: [{ text: "QUESTION" }, { image: { format: "png", source: { bytes: PICTURE } } }] },
          {
            role: "assistant",
            content: [
              { reasoningContent: { reasoningText: { text: "THOUGHT", signature: "s" } } },
              { toolUse: { toolUseId: "c1", name: "weather", input: { city: "PARIS" } } },
            ],
          },
          { role: "user", content: [{ toolResult: { toolUseId: "c1", content: [{ json: { sky: "CLOUDS" } }] } }] },
        ],
      }),
    shows: ["INSTRUCTION", "QUESTION", "THOUGHT", "PARIS", "CLOUDS"],
    pictures: 1,
  },
  {
    name: "LangChain: messages of a prompt",
    attributes: () =>
      input({
        messages: [
          [
            {
              lc: 1,
              type: "constructor",
              id: ["langchain_core", "messages", "HumanMessage"],
              kwargs: { content: "QUESTION" },
            },
            { type: "ai", data: { content: "ANSWER" } },
          ],
        ],
      }),
    shows: ["user", "QUESTION", "assistant", "ANSWER"],
  },
  {
    name: "OpenInference: flat messages",
    attributes: () =>
      input([
        {
          message: {
            role: "user",
            contents: [],
            content: [
              { message_content: { type: "text", text: "QUESTION" } },
              { message_content: { type: "image", image: { image: { url: URI } } } },
            ],
          },
        },
        {
          message: {
            role: "assistant",
            tool_calls: [{ tool_call: { id: "c1", function: { name: "weather", arguments: '{"city":"PARIS"}' } } }],
          },
        },
      ]),
    shows: ["QUESTION", "weather", "PARIS"],
    pictures: 1,
  },
  {
    name: "Genkit: a message with media",
    attributes: () =>
      output({
        message: {
          role: "model",
          content: [
            { text: "ANSWER" },
            { media: { url: URI, contentType: "image/png" } },
            { toolRequest: { name: "weather", ref: "0", input: { city: "PARIS" } } },
          ],
        },
      }),
    shows: ["ANSWER", "weather", "PARIS"],
    pictures: 1,
  },
  {
    name: "MCP: the result of a tool",
    attributes: () =>
      output({
        content: [
          { type: "text", text: "DRAWN" },
          { type: "image", data: PICTURE, mimeType: "image/png" },
        ],
        structuredContent: { colour: "GREEN" },
      }),
    shows: ["DRAWN", "GREEN"],
    pictures: 1,
  },
  {
    name: "digits that no double has",
    attributes: () =>
      output(
        '[{"role":"assistant","parts":[{"type":"tool_call","id":"c1","name":"find","arguments":{"order":9007199254740993}}]},' +
          '{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","result":"{\\"sum\\":0.12345678901234567890}"}]}]',
      ),
    shows: ["9007199254740993", "0.12345678901234567890"],
  },
  {
    name: "an object with a picture",
    attributes: (reference) => input({ question: "QUESTION", nested: { deeper: [{ image: URI }] }, image: reference }),
    shows: ["QUESTION"],
    pictures: 2,
  },
  { name: "a picture alone", attributes: () => output(URI), shows: [], pictures: 1 },
  { name: "a stored picture alone", attributes: (reference) => output(reference), shows: [], pictures: 1 },
  {
    name: "pictures among words",
    attributes: (reference) => output(`See ${URI} and (${reference}) for the CAT.`),
    shows: ["See", "for the CAT."],
    pictures: 2,
  },
  {
    name: "pictures in the words of a message",
    attributes: (reference) => output({ role: "assistant", content: `![cat](${URI}) and ${reference} of the CAT` }),
    shows: ["of the CAT"],
    pictures: 2,
  },
];
