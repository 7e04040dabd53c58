import type { Attributes } from "@opentelemetry/api";
import * as GenAi from "@svc/core/internal/gen-ai";
import { conversationLines, parsedContent, readMessages } from "@svc/core/internal/messages";

/** Kinds of OpenInference by our types of observation. */
const KINDS: Readonly<Record<string, string>> = {
  generation: "LLM",
  embedding: "EMBEDDING",
  agent: "AGENT",
  tool: "TOOL",
  retriever: "RETRIEVER",
  evaluator: "EVALUATOR",
  guardrail: "GUARDRAIL",
};

/** Kind of every other observation: a step without a card of its own. */
const STEP = "CHAIN";

/** Longest conversation that is written as a whole, in characters. */
const LONGEST_WHOLE = 1_000_000;

/**
 * Returns the attributes that Phoenix and MLflow read beside those of the conventions: the kind, and input and output as one text each, which
 * their lists show. A conversation's input is the last text of its user. Of a model call, MLflow shows only this input and output: there, a
 * conversation of more than one text is whole. Phoenix reads no tokens of reasoning and none written to a cache from the conventions.
 */
export function openInferenceAttributes(
  type: string,
  { input, output, usage }: { input: unknown; output: unknown; usage: Attributes },
): Attributes {
  const isModelCall = type === "generation";
  return {
    "openinference.span.kind": KINDS[type] ?? STEP,
    "llm.token_count.completion_details.reasoning": usage[GenAi.USAGE_REASONING_OUTPUT_TOKENS],
    "llm.token_count.prompt_details.cache_write": usage[GenAi.USAGE_CACHE_WRITE_INPUT_TOKENS],
    ...((isModelCall && wholeOf("input", input, "user")) || lineOf("input", input, "user")),
    ...((isModelCall && wholeOf("output", output, "assistant")) || lineOf("output", output, "assistant")),
  };
}

function lineOf(side: "input" | "output", content: unknown, role: string): Attributes {
  const line = conversationLines(content, role)
    .findLast((each) => each.startsWith(`${role}: `) || !/^\w+: /.test(each))
    ?.replace(new RegExp(`^${role}: `), "");
  return line === undefined ? {} : { [`${side}.value`]: line, [`${side}.mime_type`]: "text/plain" };
}

/** Returns a conversation as JSON, as it was recorded; undefined for one text, for what is no conversation, and for one that is too long. */
function wholeOf(side: "input" | "output", content: unknown, role: string): Attributes | undefined {
  const messages = readMessages(parsedContent(content), role);
  const isOneText = messages?.length === 1 && messages[0]!.parts.every(({ kind }) => kind === "text");
  if (messages === undefined || isOneText) return undefined;
  const whole = typeof content === "string" ? content : JSON.stringify(content);
  return whole.length > LONGEST_WHOLE
    ? undefined
    : { [`${side}.value`]: whole, [`${side}.mime_type`]: "application/json" };
}
