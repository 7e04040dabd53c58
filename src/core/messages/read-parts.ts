import { isJsonObject, parseExactJson } from "../values/exact-json.ts";
import type { Fields } from "../values/fields.ts";
import { mediaIn, wholeMedia } from "./media-source.ts";
import { type Part, firstOf, holdsContent } from "./message.ts";

/** Function that reads a part. Returns undefined for fields in which it finds nothing: the part is then shown as JSON. */
type ReadPart = (fields: Fields, kind: string) => readonly Part[] | undefined;

/** Reads what may be JSON in a text, such as the arguments of a tool call. */
const json = (value: unknown): unknown => {
  if (typeof value !== "string") return value;
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
};

/** Returns the words of a text, of a list of parts with texts, or of an object around them; empty for anything else. */
function wordsOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(wordsOf).join("\n");
  return isJsonObject(value) ? wordsOf(firstOf(value, ["text", "content", "value"])) : "";
}

/** Returns the function that reads a part with words in one of several fields. */
function readWords(kind: "text" | "thinking", names: readonly string[]): ReadPart {
  return (fields) => {
    const text = wordsOf(firstOf(fields, names));
    if (text !== "") return [{ kind, text }];
    return holdsContent(fields) ? undefined : [];
  };
}

const readText = readWords("text", ["text", "content", "value"]);
const readThinking = readWords("thinking", ["thinking", "text", "content", "reasoning", "summary", "reasoningText"]);
const readRefusal = readWords("text", ["refusal", "content", "text"]);

const CALL_IDS = ["call_id", "callId", "toolCallId", "toolUseId", "tool_call_id", "id", "ref"];
const ARGUMENTS = ["arguments", "input", "args", "action", "server_tool_call", "parameters"];

function idIn(fields: Fields, names: readonly string[], fallback: string): string {
  const id = firstOf(fields, names) ?? fallback;
  return typeof id === "string" ? id : JSON.stringify(id);
}

/** Fields of a call that are no arguments under an unknown name. */
const NO_ARGUMENTS: ReadonlySet<string> = new Set([
  ...CALL_IDS,
  "type",
  "name",
  "toolName",
  "status",
  "state",
  "thoughtSignature",
]);

/** Returns what a call without known arguments holds beside its name; undefined if nothing. */
function restOf(called: Fields): Fields | undefined {
  const entries = Object.entries(called).filter(([name, value]) => !NO_ARGUMENTS.has(name) && isGiven(value));
  const rest = Object.fromEntries(entries);
  return holdsContent(rest) ? rest : undefined;
}

const readCall: ReadPart = (fields, kind) => {
  const { tool_call: wrapped, function: declared } = fields;
  if (isJsonObject(wrapped)) return readCall(wrapped, kind);
  const called = isJsonObject(declared) ? declared : fields;
  const name = called["name"] ?? fields["toolName"] ?? /^(.+)_call$/.exec(kind)?.[1];
  if (typeof name !== "string" || name === "") return undefined;
  const given = ARGUMENTS.map((key) => called[key]).find(isGiven) ?? restOf(called);
  return [{ kind: "toolCall", id: idIn(fields, CALL_IDS, name), name, arguments: json(given) }];
};

const RESULT_IDS = ["tool_use_id", "tool_call_id", "call_id", "callId", "toolCallId", "toolUseId", "id", "ref", "name"];
const RESULTS = ["content", "output", "result", "response", "server_tool_call_response"];

const readToolResult: ReadPart = (fields) => {
  const content = RESULTS.map((key) => fields[key]).find(isGiven);
  if (content === undefined && holdsContent(fields)) return undefined;
  return [{ kind: "toolResult", id: idIn(fields, RESULT_IDS, ""), content: json(content) }];
};

/** Reads a call and, once it has ended, its result, which some frameworks keep in one part. */
const readCallWithResult: ReadPart = (fields, kind) => {
  const { toolInvocation } = fields;
  const invoked = isJsonObject(toolInvocation) ? toolInvocation : fields;
  const toolName = invoked["toolName"] ?? /^tool-(.+)$/.exec(kind)?.[1];
  const call = readCall({ ...invoked, toolName }, kind);
  const hasEnded = RESULTS.some((key) => invoked[key] !== undefined);
  return call && [...call, ...(hasEnded ? (readToolResult(invoked, kind) ?? []) : [])];
};

const isGiven = (value: unknown): boolean => value !== undefined;

/** Reads a picture, a sound or a file: an address, a reference, or the content itself with its type beside it. */
const readMedia: ReadPart = (fields, kind) => {
  const modality = typeof fields["modality"] === "string" ? fields["modality"] : kind.replace(/^input_/, "");
  const source = mediaIn(fields, undefined, modality);
  if (source !== undefined) return [{ kind: "media", source }];
  // Documents may be words.
  const { source: place } = fields;
  if (!isJsonObject(place) || (place["type"] !== "text" && place["type"] !== "content")) return undefined;
  return readParts(place["data"] ?? place["content"]);
};

/** Kinds of parts by their `type`, in the words of the providers, the frameworks and the conventions of OpenTelemetry. */
const TYPES: Readonly<Record<string, ReadPart>> = {
  text: readText,
  input_text: readText,
  output_text: readText,
  summary_text: readText,
  refusal: readRefusal,
  thinking: readThinking,
  reasoning: readThinking,
  reasoning_text: readThinking,
  tool_use: readCall,
  server_tool_use: readCall,
  mcp_tool_use: readCall,
  tool_call: readCall,
  "tool-call": readCall,
  server_tool_call: readCall,
  function: readCall,
  function_call: readCall,
  // Entries of Mistral's conversations.
  "function.call": readCall,
  custom_tool_call: readCall,
  computer_call: readCall,
  "tool-invocation": readCallWithResult,
  "dynamic-tool": readCallWithResult,
  mcp_call: readCallWithResult,
  tool_result: readToolResult,
  "tool-result": readToolResult,
  mcp_tool_result: readToolResult,
  tool_call_response: readToolResult,
  server_tool_call_response: readToolResult,
  function_call_output: readToolResult,
  function_call_result: readToolResult,
  custom_tool_call_output: readToolResult,
  computer_call_output: readToolResult,
  image: readMedia,
  image_url: readMedia,
  input_image: readMedia,
  computer_screenshot: readMedia,
  image_generation_call: readMedia,
  audio: readMedia,
  input_audio: readMedia,
  file: readMedia,
  input_file: readMedia,
  document: readMedia,
  media: readMedia,
  video: readMedia,
  video_url: readMedia,
  blob: readMedia,
  uri: readMedia,
};

/** Kinds of parts without a `type`, by the field that they have. */
const FIELDS: Readonly<Record<string, ReadPart>> = {
  text: readText,
  reasoning: readThinking,
  reasoningContent: readThinking,
  functionCall: readCall,
  function_call: readCall,
  functionResponse: readToolResult,
  function_response: readToolResult,
  toolUse: readCall,
  toolResult: readToolResult,
  // Bedrock has the JSON of a result in a part.
  json: (value) => [{ kind: "other", value }],
  toolRequest: readCall,
  toolResponse: readToolResult,
  inlineData: readMedia,
  inline_data: readMedia,
  fileData: readMedia,
  file_data: readMedia,
  image: readMedia,
  audio: readMedia,
  video: readMedia,
  document: readMedia,
  media: readMedia,
};

const namesOfCalls = (table: Readonly<Record<string, ReadPart>>): ReadonlySet<string> =>
  new Set(Object.keys(table).filter((name) => table[name] === readCall || table[name] === readCallWithResult));

/** Types of parts, and fields of parts without a type, that are calls of tools. */
export const CALL_TYPES: ReadonlySet<string> = namesOfCalls(TYPES);
export const CALL_FIELDS: ReadonlySet<string> = namesOfCalls(FIELDS);

/** Returns the parts of a content: a text, a part, or a list of them. */
export function readParts(content: unknown): Part[] {
  if (content == null || content === "") return [];
  if (Array.isArray(content)) return content.flatMap(readParts);
  if (isJsonObject(content)) return readPart(content);
  return [typeof content === "string" ? ofText(content) : { kind: "other", value: content }];
}

/** Returns what a part holds. One in which no rule finds anything is returned as it is. */
export function readPart(fields: Fields): Part[] {
  return [...(knownPart(fields) ?? [{ kind: "other", value: fields }])];
}

function knownPart(fields: Fields): readonly Part[] | undefined {
  const { type, message_content: wrapped } = fields;
  if (isJsonObject(wrapped)) return knownPart(wrapped);
  if (typeof type === "string") {
    if (Object.hasOwn(TYPES, type)) return TYPES[type]!(fields, type);
    if (type.startsWith("tool-")) return readCallWithResult(fields, type);
  }
  if (fields["thought"] === true) return readThinking(fields, "thinking");
  const name = Object.keys(FIELDS).find((field) => fields[field] != null);
  if (name === undefined) return undefined;
  const inner = fields[name];
  return FIELDS[name]!(isJsonObject(inner) ? inner : fields, name);
}

function ofText(text: string): Part {
  const source = wholeMedia(text);
  return source === undefined ? { kind: "text", text } : { kind: "media", source };
}

/** Returns the parts that stand beside the content of a message: thinking before it, a refusal and tool calls after it. */
export function partsBeside(message: Fields): { before: Part[]; after: Part[] } {
  const thinking = wordsOf(firstOf(message, ["reasoning_content", "reasoning", "thinking"]));
  const { refusal, audio, function_call: call } = message;
  const calls = firstOf(message, ["tool_calls", "toolCalls"]);
  return {
    before: thinking === "" ? [] : [{ kind: "thinking", text: thinking }],
    after: [
      ...(typeof refusal === "string" && refusal !== "" ? [ofText(refusal)] : []),
      ...(isJsonObject(audio) ? readPart({ type: "audio", audio }) : []),
      ...(Array.isArray(calls) ? calls.filter(isJsonObject).flatMap((one) => readCall(one, "") ?? other(one)) : []),
      ...(isJsonObject(call) ? (readCall(call, "") ?? other(call)) : []),
    ],
  };
}

function other(value: unknown): Part[] {
  return [{ kind: "other", value }];
}

/** Returns the result of a tool that a whole message is, as OpenAI writes it. */
export function readToolMessage(message: Fields): Part[] {
  return [...(readToolResult(message, "") ?? other(message))];
}

/** Kinds of results that say beside their value what it is, as the AI SDK writes them. */
const VALUES: ReadonlySet<unknown> = new Set(["text", "json", "content", "error-text", "error-json"]);

/**
 * Returns the parts of the result of a tool: words, pictures and files, in the forms of MCP, the AI SDK and the providers. A result
 * in no such form is one part, with the JSON of it.
 */
export function readResult(content: unknown): Part[] {
  const value = json(content);
  if (typeof value === "string") return [ofText(value)];
  if (Array.isArray(value)) {
    const parts = value.map((one) => (isJsonObject(one) ? knownPart(one) : undefined));
    return parts.length > 0 && parts.every((part) => part !== undefined) ? parts.flat() : other(value);
  }
  if (!isJsonObject(value)) return other(value);
  const { type, value: stated, content: list, structuredContent, ...rest } = value;
  if (VALUES.has(type) && stated !== undefined) return readResult(stated);
  if (type === undefined && Array.isArray(list)) {
    const parts = readResult(list);
    const isRead = parts.every(({ kind }) => kind !== "other");
    if (!isRead) return other(value);
    return [
      ...parts,
      ...(isJsonObject(structuredContent) ? other(structuredContent) : []),
      ...(saysMore(rest) ? other(rest) : []),
    ];
  }
  // A field called text or image makes no message part of a result.
  return typeof type === "string" ? readPart(value) : other(value);
}

function saysMore({ isError, ...rest }: Fields): boolean {
  return isError === true || holdsContent(rest);
}
