import type { Attributes } from "@opentelemetry/api";
import { conversationLines } from "@svc/core/internal/messages";

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

/**
 * Returns the attributes that Phoenix and MLflow read beside those of the conventions: the kind, and input and output as one text each, which
 * their lists show. A conversation's input is the last text of its user. Phoenix reads all tokens but those of reasoning from the conventions.
 */
export function openInferenceAttributes(
  type: string,
  { input, output, reasoningTokens }: { input: unknown; output: unknown; reasoningTokens: Attributes[string] },
): Attributes {
  return {
    "openinference.span.kind": KINDS[type] ?? STEP,
    ...(reasoningTokens !== undefined && { "llm.token_count.completion_details.reasoning": reasoningTokens }),
    ...valueOf("input", input, "user"),
    ...valueOf("output", output, "assistant"),
  };
}

function valueOf(side: "input" | "output", content: unknown, role: string): Attributes {
  const line = conversationLines(content, role)
    .findLast((each) => each.startsWith(`${role}: `) || !/^\w+: /.test(each))
    ?.replace(new RegExp(`^${role}: `), "");
  return line === undefined ? {} : { [`${side}.value`]: line, [`${side}.mime_type`]: "text/plain" };
}
