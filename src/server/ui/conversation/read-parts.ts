import { type Fields, type Part, isFields } from "./message.ts";

type ReadPart = (fields: Fields) => Part;

const text = (value: unknown): string =>
  typeof value === "string" ? value : value == null ? "" : JSON.stringify(value);

/** Reads what may be JSON in a text, such as the arguments of a tool call. */
const json = (value: unknown): unknown => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
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
const readImage: ReadPart = (fields) => {
  const place = fields["image_url"] ?? fields["source"] ?? fields["image"] ?? fields["data"];
  const source = isFields(place) ? (place["url"] ?? place["data"] ?? place["bytes"]) : place;
  return typeof source === "string" ? { kind: "image", source } : { kind: "other", value: fields };
};

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
  image: readImage,
  image_url: readImage,
  input_image: readImage,
};

/** Kinds of parts without a `type`, by the one field that they have. */
const FIELDS: Readonly<Record<string, ReadPart>> = {
  text: readText,
  functionCall: readCall,
  functionResponse: readResult,
  toolUse: readCall,
  toolResult: readResult,
  inlineData: readImage,
  image: readImage,
};

/** Returns the parts of a content: a text, a part, or a list of them. */
export function readParts(content: unknown): Part[] {
  if (content == null || content === "") return [];
  if (Array.isArray(content)) return content.flatMap(readParts);
  if (typeof content === "string")
    return [isImage(content) ? { kind: "image", source: content } : { kind: "text", text: content }];
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
  return {
    before: typeof thinking === "string" && thinking !== "" ? [{ kind: "thinking", text: thinking }] : [],
    after: Array.isArray(calls) ? calls.filter(isFields).map(readCall) : [],
  };
}

/** Returns the result of a tool that a whole message is, as OpenAI writes it. */
export function readToolMessage(message: Fields): Part {
  return readResult(message);
}

function isImage(text: string): boolean {
  return /^(data:image\/|@@@svcMedia:type=image\/)/.test(text);
}
