import type { Attributes, AttributeValue } from "@opentelemetry/api";
import { isFields, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { parsedContent, readMessages, type Message } from "@svc/core/internal/messages";
import { conventionalMessage, instructionParts, messagesJson, type ConventionalMessage } from "./message-content.ts";
import { toolDefinitions } from "./tool-definitions.ts";

/** Fields of an input with instructions that the conventions keep apart from the messages. */
const INSTRUCTIONS = ["instructions", "system", "systemInstruction", "preamble"] as const;

/** Fields of an input that hold tools, in the words of the providers. */
const TOOLS = ["tools", "toolConfig", "functions"] as const;

/** Fields of a retrieval's input with the text that is searched for. */
const QUERIES = ["query", "text", "queryText", "nearText", "input", "inputs"] as const;

/** Words of the conventions for the reason of an answer's end, by a part of the words of the providers. */
const ENDINGS: ReadonlyArray<readonly [pattern: RegExp, reason: string]> = [
  [/tool|function/i, "tool_call"],
  [/length|max/i, "length"],
  [/filter|safety|refus|prohibited|blocklist|spii|recitation/i, "content_filter"],
  [/error|fail/i, "error"],
  [/compact/i, "compaction"],
  [/stop|end|complete/i, "stop"],
];

/** Returns the attributes with the content of a model call or an agent's run: instructions, messages, tools and answer. */
export function conversationAttributes(input: unknown, output: unknown, reasons: readonly string[]): Attributes {
  const asked = parsedContent(input);
  const fields = isFields(asked) && !Array.isArray(asked) ? asked : {};
  const instructions = INSTRUCTIONS.flatMap(
    (name) => readMessages([{ role: "system", content: contentOf(fields[name]) }], "system") ?? [],
  );
  const messages = messagesOf(withoutInstructions(asked), "user");
  const answers = joined(withoutQuestion(messagesOf(parsedContent(output), "assistant")));
  const tools = TOOLS.flatMap((name) => toolDefinitions(fields[name]));
  const parts = instructionParts(instructions);
  return {
    ...(parts.length > 0 && { [GenAi.SYSTEM_INSTRUCTIONS]: JSON.stringify(parts) }),
    ...(messages.length > 0 && { [GenAi.INPUT_MESSAGES]: messagesJson(messages.map(conventionalMessage)) }),
    ...(answers.length > 0 && { [GenAi.OUTPUT_MESSAGES]: messagesJson(answers.map(withEnding(reasons))) }),
    ...(tools.length > 0 && { [GenAi.TOOL_DEFINITIONS]: JSON.stringify(tools) }),
  };
}

/** Returns the attributes with the arguments and the result of a tool's call. */
export function toolCallAttributes(input: AttributeValue, output: AttributeValue): Attributes {
  return {
    ...(input !== undefined && { [GenAi.TOOL_CALL_ARGUMENTS]: input }),
    ...(output !== undefined && { [GenAi.TOOL_CALL_RESULT]: output }),
  };
}

/** Returns the attributes with the query and the documents of a retrieval. */
export function retrievalAttributes(input: unknown, output: unknown): Attributes {
  const query = queryIn(parsedContent(input));
  const found = parsedContent(output);
  const documents = Array.isArray(found) ? found.flatMap((hit) => (isFields(hit) ? [documentOf(hit)] : [])) : [];
  return {
    ...(query !== undefined && { [GenAi.RETRIEVAL_QUERY_TEXT]: query }),
    ...(documents.length > 0 && { [GenAi.RETRIEVAL_DOCUMENTS]: JSON.stringify(documents) }),
  };
}

/** Returns the reason of an answer's end in a word of the conventions; an unknown one as it is. */
export function endingOf(reason: string): string {
  return ENDINGS.find(([pattern]) => pattern.test(reason))?.[1] ?? reason;
}

function messagesOf(value: unknown, role: string): readonly Message[] {
  if (value == null || value === "") return [];
  const messages = readMessages(value, role);
  if (messages !== undefined) return messages;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return [{ role, parts: [{ kind: "text", text }] }];
}

function withoutInstructions(value: unknown): unknown {
  if (!isFields(value) || Array.isArray(value)) return value;
  const left = new Set<string>([...INSTRUCTIONS, ...TOOLS]);
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !left.has(name)));
  return Object.keys(rest).length === 0 ? undefined : rest;
}

function contentOf(instruction: unknown): unknown {
  return isFields(instruction) ? (instruction["parts"] ?? instruction["content"] ?? instruction) : instruction;
}

/** Returns the messages after the last question: an agent's output may be its whole conversation. */
function withoutQuestion(messages: readonly Message[]): readonly Message[] {
  const answers = messages.slice(messages.findLastIndex(({ role }) => role === "user") + 1);
  return answers.length > 0 ? answers : messages;
}

/** Joins the items of one answer, such as a thought, a text and calls of the Responses API, to one message. Choices stay apart. */
function joined(messages: readonly Message[]): readonly Message[] {
  const isOneAnswer = messages.some(({ role }) => role !== "assistant" && role !== "model") || messages.some(isPiece);
  if (!isOneAnswer || messages.length < 2) return messages;
  return [{ role: "assistant", parts: messages.flatMap(({ parts }) => parts) }];
}

/** Returns true for a message that is only a thought, a call or a result: a choice of a model has a text or all of it. */
function isPiece({ parts }: Message): boolean {
  return parts.length > 0 && parts.every(({ kind }) => kind !== "text" && kind !== "media");
}

/** Phoenix shows no answer without the reason of its end. */
function withEnding(reasons: readonly string[]): (message: Message, index: number) => ConventionalMessage {
  return (message, index) => {
    const reason = reasons[index] ?? reasons[0];
    const inferred = message.parts.at(-1)?.kind === "toolCall" ? "tool_call" : "stop";
    return { ...conventionalMessage(message), finish_reason: reason === undefined ? inferred : endingOf(reason) };
  };
}

function queryIn(input: unknown): string | undefined {
  if (typeof input === "string") return input === "" ? undefined : input;
  if (Array.isArray(input)) return input.map(queryIn).find((query) => query !== undefined);
  if (!isFields(input)) return undefined;
  return QUERIES.map((name) => queryIn(input[name])).find((query) => query !== undefined);
}

/** Fields of a hit, in the words of the stores. */
const DOCUMENT = {
  id: ["id", "_id", "uuid", "document_id"],
  score: ["score", "_score", "similarity", "distance", "relevance_score", "relevanceScore"],
  content: ["content", "pageContent", "page_content", "text", "document", "documents"],
  metadata: ["metadata", "payload", "properties", "fields"],
} as const;

function documentOf(hit: Fields): Fields {
  const inner = isFields(hit["document"])
    ? { ...hit["document"], ...hit }
    : isFields(hit["node"])
      ? { ...hit["node"], ...hit }
      : hit;
  const entries = Object.entries(DOCUMENT).map(([name, fields]) => [name, firstOf(inner, fields)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function firstOf(fields: Fields, names: readonly string[]): unknown {
  return names
    .map((name) => fields[name])
    .find((value) => value != null && !(isFields(value) && "pageContent" in value));
}
