import { parseExactJson } from "@svc/core/internal";
import { type Fields, type Part, isFields } from "./message.ts";

type ReadPart = (fields: Fields) => Part;

const text = (value: unknown): string =>
  typeof value === "string" ? value : value == null ? "" : JSON.stringify(value);

/** Reads what may be JSON in a text, such as the arguments of a tool call. */
const json = (value: unknown): unknown => {
  if (typeof value !== "string") return value;
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
};

const readText: ReadPart = (fields) => ({ kind: "text", text: text(fields["text"]) });
const readThinking: ReadPart = (fields) => {
  const summary = fields["summary"];
  const summaries = Array.isArray(summary) ? summary.map((part) => (isFields(part) ? text(part["text"]) : "")) : [];
  return {
    kind: "thinking",
    text: text(fields["thinking"] ?? fields["text"] ?? fields["content"] ?? summaries.join("\n")),
  };
};
const readRefusal: ReadPart = (fields) => ({ kind: "text", text: text(fields["refusal"]) });
const readCall: ReadPart = (fields) => {
  const called = isFields(fields["function"]) ? fields["function"] : fields;
  return {
    kind: "toolCall",
    id: text(fields["call_id"] ?? fields["toolCallId"] ?? fields["toolUseId"] ?? fields["id"] ?? called["name"]),
    name: text(called["name"] ?? fields["toolName"]),
    arguments: json(called["arguments"] ?? called["input"] ?? called["args"]),
  };
};
const readResult: ReadPart = (fields) => ({
  kind: "toolResult",
  id: text(
    fields["tool_use_id"] ??
      fields["tool_call_id"] ??
      fields["call_id"] ??
      fields["toolCallId"] ??
      fields["toolUseId"] ??
      fields["id"] ??
      fields["name"],
  ),
  content: json(fields["content"] ?? fields["output"] ?? fields["result"] ?? fields["response"]),
});
/** Reads an image, a sound or a file: an address, a reference, or the content itself with its type beside it. */
const readMedia: ReadPart = (fields) => {
  const place =
    MEDIA_FIELDS.map((name) => fields[name]).find((value) => value !== undefined) ?? fields["url"] ?? fields["data"];
  const holder = isFields(place) ? place : fields;
  const source = isFields(place) ? (place["url"] ?? place["data"] ?? place["bytes"] ?? place["file_data"]) : place;
  return typeof source === "string" && source !== ""
    ? { kind: "media", source: mediaSource(source, holder) }
    : { kind: "other", value: fields };
};

/** Fields of a part that hold media, in the words of the providers. */
const MEDIA_FIELDS = ["image_url", "source", "image", "input_audio", "audio", "file", "video"];

/** Returns the source of media. Content without its type gets the type that stands beside it. */
function mediaSource(source: string, fields: Fields): string {
  if (/^(data:|@@@svcMedia:|https?:)/.test(source)) return source;
  const type = fields["media_type"] ?? fields["mimeType"] ?? fields["mediaType"];
  if (typeof type === "string") return `data:${type};base64,${source}`;
  const format = fields["format"];
  return typeof format === "string" ? `data:audio/${format};base64,${source}` : source;
}

/** Kinds of parts by their `type`, in the words of the providers and frameworks. */
const TYPES: Readonly<Record<string, ReadPart>> = {
  text: readText,
  input_text: readText,
  output_text: readText,
  refusal: readRefusal,
  thinking: readThinking,
  reasoning: readThinking,
  tool_use: readCall,
  server_tool_use: readCall,
  tool_call: readCall,
  "tool-call": readCall,
  function: readCall,
  function_call: readCall,
  tool_result: readResult,
  "tool-result": readResult,
  function_call_output: readResult,
  image: readMedia,
  image_url: readMedia,
  input_image: readMedia,
  audio: readMedia,
  input_audio: readMedia,
  file: readMedia,
  input_file: readMedia,
  media: readMedia,
  video: readMedia,
};

/** Kinds of parts without a `type`, by the one field that they have. */
const FIELDS: Readonly<Record<string, ReadPart>> = {
  text: readText,
  functionCall: readCall,
  functionResponse: readResult,
  toolUse: readCall,
  toolResult: readResult,
  inlineData: readMedia,
  image: readMedia,
  audio: readMedia,
};

/** Returns the parts of a content: a text, a part, or a list of them. */
export function readParts(content: unknown): Part[] {
  if (content == null || content === "") return [];
  if (Array.isArray(content)) return content.flatMap(readParts);
  if (typeof content === "string")
    return [isMedia(content) ? { kind: "media", source: content } : { kind: "text", text: content }];
  return [isFields(content) ? readPart(content) : { kind: "other", value: content }];
}

/** Returns a part that has a type of its own, such as a call of a function. */
export function readPart(fields: Fields): Part {
  const { type } = fields;
  if (typeof type === "string" && Object.hasOwn(TYPES, type)) return TYPES[type]!(fields);
  if (fields["thought"] === true) return readThinking(fields);
  const name = Object.keys(FIELDS).find((field) => fields[field] !== undefined);
  if (name === undefined) return { kind: "other", value: fields };
  const inner = fields[name];
  return FIELDS[name]!(isFields(inner) ? inner : fields);
}

/** Returns the parts that stand beside the content of a message: thinking before it, tool calls after it. */
export function partsBeside(message: Fields): { before: Part[]; after: Part[] } {
  const thinking = message["reasoning_content"] ?? message["reasoning"] ?? message["thinking"];
  const calls = message["tool_calls"] ?? message["toolCalls"];
  const spoken = isFields(message["audio"]) ? [readMedia({ audio: message["audio"] })] : [];
  return {
    before: typeof thinking === "string" && thinking !== "" ? [{ kind: "thinking", text: thinking }] : [],
    after: [...spoken, ...(Array.isArray(calls) ? calls.filter(isFields).map(readCall) : [])],
  };
}

/** Returns the result of a tool that a whole message is, as OpenAI writes it. */
export function readToolMessage(message: Fields): Part {
  return readResult(message);
}

function isMedia(text: string): boolean {
  return /^(data:(image|audio|video)\/|@@@svcMedia:type=[^|@]+\|id=[^|@]+\|source=[^|@]+@@@$)/.test(text);
}
