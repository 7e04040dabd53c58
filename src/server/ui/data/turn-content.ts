import { parsedContent, readMessages, type Message, type Part } from "@svc/core/internal/messages";
import type { ObservationV2, SvcAPIClient } from "@svc/core/api";
import type { FilterCondition } from "../../query/filter-condition.ts";
import { IS_ROOT } from "./trace-query.ts";

/** Trace as a turn of a conversation. */
export interface TurnContent {
  /** Question: the input of the first root, or what the last model call was asked last. */
  readonly asked: readonly Message[];
  /** Messages between question and answer: calls of tools and their results. */
  readonly steps: readonly Message[];
  readonly toolCalls: number;
  /** Answer: the output of the last root, or that of the last model call. */
  readonly answered: readonly Message[];
}

/** Most roots and tools of a trace that a turn shows. */
const MOST = 20;

/** Reads what a trace was asked and answered. */
export async function readTurn(api: SvcAPIClient, traceId: string): Promise<TurnContent> {
  const read = async (condition: FilterCondition, limit: number): Promise<readonly ObservationV2[]> => {
    const filter = JSON.stringify([condition]);
    return (await api.observations.getMany({ traceId, filter, limit, fields: "core,basic,io" })).data.toReversed();
  };
  const [roots, [generation], tools] = await Promise.all([
    read(IS_ROOT, MOST),
    read(ofType("GENERATION"), 1),
    read(ofType("TOOL"), MOST),
  ]);
  return turnOf(roots, generation, tools);
}

function turnOf(
  roots: readonly ObservationV2[],
  generation: ObservationV2 | undefined,
  tools: readonly ObservationV2[],
): TurnContent {
  const messages = messagesOf(generation?.input, "user");
  const question = messages.findLastIndex(isQuestion);
  const told = messages.slice(question + 1).filter(({ role }) => role !== "system");
  const steps = told.some(hasToolCall) ? told : tools.map(messageOfTool);
  const asked = lastQuestion(messagesOf(roots.find(({ input }) => input != null)?.input, "user"));
  const answered = messagesOf(roots.findLast(({ output }) => output != null)?.output, "assistant").slice(-1);
  return {
    asked: asked.length > 0 ? asked : messages.slice(question, question + 1),
    steps,
    toolCalls: steps.flatMap(({ parts }) => parts).filter(({ kind }) => kind === "toolCall").length,
    answered: answered.length > 0 ? answered : messagesOf(generation?.output, "assistant"),
  };
}

/** Returns the messages of an input or output. A content that is no conversation is one message. */
function messagesOf(content: unknown, role: string): readonly Message[] {
  const value = parsedContent(content);
  if (value == null || value === "") return [];
  return readMessages(value, role) ?? [{ role, parts: [partOf(value)] }];
}

function partOf(value: unknown): Part {
  return typeof value === "string" ? { kind: "text", text: value } : { kind: "other", value };
}

function lastQuestion(messages: readonly Message[]): readonly Message[] {
  const question = messages.findLast(isQuestion) ?? messages.at(-1);
  return question === undefined ? [] : [question];
}

/** Returns true for a message of the user. Some providers give the results of tools in messages of the user too. */
function isQuestion({ role, parts }: Message): boolean {
  return role === "user" && parts.some(({ kind }) => kind !== "toolResult");
}

function hasToolCall({ parts }: Message): boolean {
  return parts.some(({ kind }) => kind === "toolCall");
}

function messageOfTool({ id, name, input, output }: ObservationV2): Message {
  return {
    role: "assistant",
    parts: [
      { kind: "toolCall", id, name: name ?? "", arguments: parsedContent(input) },
      { kind: "toolResult", id, content: parsedContent(output) },
    ],
  };
}

function ofType(type: string): FilterCondition {
  return { type: "string", column: "type", operator: "=", value: type };
}
