import { fieldsOf, textOf, type Fields } from "@svc/core/internal";
import type { SvcObservationType } from "@svc/tracing";

/**
 * Types of observations, by the type of a span of Mastra. Types that are missing have no observation, and what is below them is
 * below their parent. The three levels of a model call (`model_generation`, `model_step`, `model_inference`) repeat one another:
 * the innermost one that Mastra reports becomes the generation.
 */
const TYPES: Readonly<Record<string, SvcObservationType>> = {
  agent_run: "agent",
  workflow_run: "chain",
  tool_call: "tool",
  mcp_tool_call: "tool",
  client_tool_call: "tool",
  provider_tool_call: "tool",
  model_inference: "generation",
  rag_embedding: "embedding",
  scorer_run: "evaluator",
  generic: "span",
  graph_action: "span",
  memory_operation: "span",
  processor_run: "span",
  rag_action: "span",
  rag_ingestion: "span",
  rag_vector_operation: "span",
  scorer_step: "span",
  workflow_conditional: "span",
  workflow_loop: "span",
  workflow_parallel: "span",
  workflow_sleep: "span",
  workflow_step: "span",
  workflow_wait_event: "span",
};

/** Outer levels of a model call. */
export const MODEL_LEVELS: ReadonlySet<string> = new Set(["model_generation", "model_step"]);

/** Types of spans inside which the model is called. */
export const MODEL_CALLS: ReadonlySet<string> = new Set([...MODEL_LEVELS, "model_inference"]);

/** Returns the type of the observation of a span; undefined where it has none. */
export function typeOf(span: Fields): SvcObservationType | undefined {
  return isSearch(span) ? "retriever" : TYPES[textOf(span.type) ?? ""];
}

/** Returns the operation of a span in the GenAI conventions, where its type does not tell it. */
export function operationOf({ type }: Fields): string | undefined {
  return type === "workflow_run" ? "invoke_workflow" : undefined;
}

/** Returns true for a search of a vector database, which the instrumentation of the database may record too. */
export function isSearch({ type, attributes }: Fields): boolean {
  return type === "rag_vector_operation" && fieldsOf(attributes).operation === "query";
}

/** Returns the name of the observation of a span, with the name of its model. */
export function nameOf(span: Fields, model: string | undefined): string {
  const type = textOf(span.type) ?? "";
  const { indexName } = fieldsOf(span.attributes);
  if (MODEL_CALLS.has(type)) return named("chat", model);
  if (type === "rag_embedding") return named("embeddings", model);
  if (isSearch(span)) return named("retrieval", indexName);
  // The name of a span begins with its kind, as in: tool: 'multiply'.
  const quoted = /^[^']*'(.*)'$/.exec(textOf(span.name) ?? "")?.[1];
  return quoted ?? textOf(span.entityName) ?? textOf(span.name) ?? type;
}

function named(operation: string, subject: unknown): string {
  const name = textOf(subject);
  return name === undefined ? operation : `${operation} ${name}`;
}
