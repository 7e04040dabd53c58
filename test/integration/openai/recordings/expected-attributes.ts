/** Expected observation of a recording's request and answer, computed without the code under test. */
import type { Recording } from "../../../support/openai/openai-recordings.ts";

/** Expected fields of every call with one API name. */
interface Endpoint {
  readonly operation: string;
  readonly type: string;
  readonly api?: string;
  readonly outputType?: string;
  /** Request fields that are the input. A single given field is the input itself, unless the input is always an object. */
  readonly input: readonly string[];
  readonly isAlwaysObject?: true;
  /** Kind of output: messages, response items, texts, images, or an object that is compared as a whole. */
  readonly output: "messages" | "items" | "texts" | "images" | "vectors" | "results" | "answers" | "none";
}

const CHAT: Endpoint = {
  operation: "chat",
  type: "generation",
  api: "chat_completions",
  input: ["messages", "tools", "tool_choice", "functions", "function_call"],
  isAlwaysObject: true,
  output: "messages",
};
const RESPONSES: Endpoint = {
  operation: "chat",
  type: "generation",
  api: "responses",
  input: ["input", "instructions", "prompt", "conversation", "tools", "tool_choice"],
  output: "items",
};
const SOUND_TO_TEXT = {
  type: "generation",
  outputType: "text",
  input: ["file", "prompt"],
  isAlwaysObject: true,
  output: "texts",
} as const satisfies Partial<Endpoint>;

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  "chat.completions.create": CHAT,
  "chat.completions.parse": CHAT,
  "chat.completions.stream": CHAT,
  "responses.create": RESPONSES,
  "responses.parse": RESPONSES,
  "responses.stream": RESPONSES,
  "responses.compact": { ...RESPONSES, operation: "compaction" },
  "beta.responses.create": RESPONSES,
  "completions.create": {
    operation: "text_completion",
    type: "generation",
    outputType: "text",
    input: ["prompt", "suffix"],
    output: "texts",
  },
  "embeddings.create": { operation: "embeddings", type: "embedding", input: ["input"], output: "vectors" },
  "images.generate": {
    operation: "image_generation",
    type: "generation",
    outputType: "image",
    input: ["prompt"],
    output: "images",
  },
  "images.edit": {
    operation: "image_edit",
    type: "generation",
    outputType: "image",
    input: ["prompt", "image"],
    isAlwaysObject: true,
    output: "images",
  },
  "images.createVariation": {
    operation: "image_variation",
    type: "generation",
    outputType: "image",
    input: ["image"],
    isAlwaysObject: true,
    output: "images",
  },
  "audio.speech.create": {
    operation: "speech",
    type: "generation",
    outputType: "speech",
    input: ["input", "instructions"],
    output: "none",
  },
  "audio.transcriptions.create": { operation: "transcription", ...SOUND_TO_TEXT },
  "audio.translations.create": { operation: "translation", ...SOUND_TO_TEXT },
  "moderations.create": { operation: "moderation", type: "guardrail", input: ["input"], output: "results" },
  "decisions.create": {
    operation: "decision",
    type: "generation",
    input: ["input", "questions"],
    isAlwaysObject: true,
    output: "answers",
  },
};

/** Fields that are never parameters, at any endpoint. */
const NOT_PARAMETERS = new Set(["model", "stream_options", "metadata", "$file", "$files"]);

const FILES: Readonly<Record<string, unknown>> = {
  "hello.m4a": { name: "hello.m4a", type: "audio/mp4", size: 8 },
  "pool.png": { name: "pool.png", type: "image/png", size: 8 },
};

/** Returns the expected fields of a recording's calls. */
export function endpointOf({ call }: Recording): Endpoint {
  return ENDPOINTS[call.api.replace(/^azure\./, "")]!;
}

export function expectedInput(recording: Recording): unknown {
  const { input, isAlwaysObject } = endpointOf(recording);
  const given = { ...recording.call.params, ...filesOf(recording) } as Record<string, unknown>;
  const fields = Object.fromEntries(
    input.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  );
  const names = Object.keys(fields);
  return names.length === 1 && names[0] === input[0] && !isAlwaysObject ? fields[names[0]!] : fields;
}

function filesOf({ call }: Recording): Record<string, unknown> {
  const { $file, $files } = call.params;
  const names = { ...($files as Record<string, string>), ...($file !== undefined && { file: $file as string }) };
  return Object.fromEntries(Object.entries(names).map(([field, name]) => [field, FILES[name]]));
}

/** Returns the expected model parameters: every field that is neither input nor recorded elsewhere. */
export function expectedParameters(recording: Recording): Record<string, unknown> {
  const { input } = endpointOf(recording);
  const { api, params } = recording.call;
  const entries = Object.entries(params).filter(([name]) => !NOT_PARAMETERS.has(name) && !input.includes(name));
  return {
    // The SDK sends this format when the application names none.
    ...(api === "embeddings.create" && { encoding_format: "base64" }),
    ...Object.fromEntries(entries),
    ...(api.endsWith(".stream") && { stream: true }),
  };
}

interface Message {
  content: string | null;
  refusal?: string | null;
  reasoning_content?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  function_call?: { name: string; arguments: string };
}

interface Item {
  type: string;
  content?: { type: string; text?: string; refusal?: string }[];
  summary?: { text: string }[];
  call_id?: string;
  name?: string;
  arguments?: string;
}

/** Returns the content of a recorded output, in the form of the recordings. */
export function toldOfOutput({ output: kind }: Endpoint, output: unknown): unknown {
  if (output === undefined) return undefined;
  return OUTPUTS[kind].told(Array.isArray(output) ? (output as unknown[]) : [output]);
}

/** Returns the expected content of the recorded output; undefined when the answer has none. */
export function expectedOutput(recording: Recording): unknown {
  return OUTPUTS[endpointOf(recording).output].expected(recording.expected);
}

interface OutputKind {
  readonly told: (all: readonly unknown[]) => unknown;
  readonly expected: (expected: Recording["expected"]) => unknown;
}

const OUTPUTS: Readonly<Record<Endpoint["output"], OutputKind>> = {
  messages: {
    told: (all) => ({ count: all.length, ...toldOfMessage(all[0] as Message) }),
    expected: (expected) => ({
      count: (expected.allOutputTexts ?? expected.finishReasons ?? [0]).length,
      content: expected.outputText,
      refusal: expected.refusal,
      reasoning: expected.reasoningText,
      toolCalls: expected.toolCalls,
      functionCall: expected.functionCall,
    }),
  },
  items: {
    told: (all) => toldOfItems(all as Item[]),
    expected: ({ outputItemTypes, outputText, refusal, reasoningText, toolCalls }) =>
      outputItemTypes?.length === 0 || outputText === undefined
        ? undefined
        : {
            types: outputItemTypes ?? ["reasoning", "message"],
            text: outputText,
            refusal,
            reasoning: reasoningText,
            toolCalls,
          },
  },
  texts: {
    told: (all) => ({ texts: all }),
    expected: ({ allOutputTexts, outputText }) => ({ texts: allOutputTexts ?? [outputText] }),
  },
  images: { told: (all) => ({ images: all.length }), expected: ({ images }) => ({ images }) },
  vectors: { told: (all) => all[0], expected: ({ count, dimensions }) => ({ count, dimensions }) },
  results: {
    told: (all) => ({ flagged: (all as { flagged: boolean }[]).some(({ flagged }) => flagged) }),
    expected: ({ flagged }) => ({ flagged }),
  },
  answers: { told: (all) => ({ answers: all.length }), expected: () => ({ answers: 1 }) },
  none: { told: (all) => all, expected: () => undefined },
};

function toldOfMessage({ content, refusal, reasoning_content, tool_calls, function_call }: Message): object {
  return {
    content,
    refusal: refusal ?? undefined,
    reasoning: reasoning_content,
    toolCalls: tool_calls?.map(({ id, function: { name, arguments: text } }) => ({ id, name, arguments: text })),
    functionCall: function_call,
  };
}

function toldOfItems(items: readonly Item[]): unknown {
  const parts = items.filter(({ type }) => type === "message").flatMap(({ content }) => content ?? []);
  const calls = items.filter(({ type }) => type === "function_call");
  const texts = (field: "text" | "refusal") => parts.map((part) => part[field] ?? "").join("");
  return {
    types: items.map(({ type }) => type),
    text: texts("text"),
    refusal: texts("refusal") || undefined,
    reasoning: items.flatMap(({ type, summary = [] }) =>
      type === "reasoning" ? summary.map(({ text }) => text) : [],
    )[0],
    toolCalls:
      calls.length > 0
        ? calls.map(({ call_id: id, name, arguments: text }) => ({ id, name, arguments: text }))
        : undefined,
  };
}

const MEDIA_KEYS = new Set(["data", "b64_json", "file_data", "result", "partial_image_b64"]);
const NOTE = /^<media not kept: [\w/.+-]+, (\d+) bytes, SHA-256 [\w+/]{43}=>$/;

/**
 * Returns a value with every medium replaced by its length: both the notes of media that was cut out and the media that was
 * kept.
 */
export function withMediaLengths(value: unknown): unknown {
  if (value === undefined) return undefined;
  return JSON.parse(
    JSON.stringify(value, (key, nested: unknown) => {
      if (typeof nested !== "string") return nested;
      const noted = NOTE.exec(nested);
      if (noted) return `media of ${noted[1]} bytes`;
      const base64 = /^data:[\w/.+-]+;base64,(.*)$/.exec(nested)?.[1] ?? (MEDIA_KEYS.has(key) ? nested : undefined);
      return base64 === undefined ? nested : `media of ${Buffer.byteLength(base64, "base64")} bytes`;
    }),
  );
}
