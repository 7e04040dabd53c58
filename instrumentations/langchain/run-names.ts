import { fieldsOf, listOf, textOf } from "@svc/core";

/** The name of a run: the one it was given, else the class of what runs, else what kind of run it is. */
export function nameOfRun(given: unknown, serialized: unknown, kind: string): string {
  const { name, id } = fieldsOf(serialized);
  return textOf(given) ?? textOf(name) ?? textOf(listOf(id).at(-1)) ?? kind;
}

/** Whether a run is that of an agent: `createAgent` marks its graphs in the metadata, which all runs below inherit. */
export function isAgent(serialized: unknown, metadata: unknown): boolean {
  return fieldsOf(metadata).ls_integration === "langchain_create_agent" && isGraph(serialized);
}

/** Whether what runs is a compiled graph of LangGraph, as opposed to one of its nodes. */
function isGraph(serialized: unknown): boolean {
  const [root, folder] = listOf(fieldsOf(serialized).id);
  return root === "langgraph" && folder === "pregel";
}
