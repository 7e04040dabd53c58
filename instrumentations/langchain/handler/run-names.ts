import { fieldsOf, listOf, textOf } from "@svc/core/internal";
import type { SvcObservationType } from "@svc/tracing";

/** Observation type and fallback name of a kind of run. */
export interface RunKind {
  readonly type: SvcObservationType;
  /** Name of a run that has no other. */
  readonly fallbackName: string;
  /** Operation of the GenAI conventions, where the type does not tell it. */
  readonly operation?: string;
}

/** Returns the name of a run: the given name, else the name or class of the object that runs, else the kind of run. */
export function nameOfRun(given: unknown, serialized: unknown, kind: string): string {
  const { name, id } = fieldsOf(serialized);
  return textOf(given) ?? textOf(name) ?? textOf(listOf(id).at(-1)) ?? kind;
}

/** Kinds of chains: a graph is a workflow, unless it is an agent. */
const AGENT: RunKind = { type: "agent", fallbackName: "Chain" };
const GRAPH: RunKind = { type: "span", operation: "invoke_workflow", fallbackName: "Chain" };
const STEP: RunKind = { type: "span", fallbackName: "Chain" };

/** Returns the kind of a chain's run. `createAgent` marks its graphs in the metadata, which all runs below inherit. */
export function kindOfChain(serialized: unknown, metadata: unknown): RunKind {
  if (!isGraph(serialized)) return STEP;
  return fieldsOf(metadata).ls_integration === "langchain_create_agent" ? AGENT : GRAPH;
}

/** Returns true for a compiled graph of LangGraph, and false for one of its nodes. */
function isGraph(serialized: unknown): boolean {
  const [root, folder] = listOf(fieldsOf(serialized).id);
  return root === "langgraph" && folder === "pregel";
}
