import { fieldsOf, listOf, textOf } from "@svc/core/internal";

/** Returns the name of a run: the given name, else the name or class of the object that runs, else the kind of run. */
export function nameOfRun(given: unknown, serialized: unknown, kind: string): string {
  const { name, id } = fieldsOf(serialized);
  return textOf(given) ?? textOf(name) ?? textOf(listOf(id).at(-1)) ?? kind;
}

/** Returns true for the run of an agent. `createAgent` marks its graphs in the metadata, which all runs below inherit. */
export function isAgent(serialized: unknown, metadata: unknown): boolean {
  return fieldsOf(metadata).ls_integration === "langchain_create_agent" && isGraph(serialized);
}

/** Returns true for a compiled graph of LangGraph, and false for one of its nodes. */
function isGraph(serialized: unknown): boolean {
  const [root, folder] = listOf(fieldsOf(serialized).id);
  return root === "langgraph" && folder === "pregel";
}
