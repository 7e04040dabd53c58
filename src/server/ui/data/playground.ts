import { parseExactJson } from "@svc/core/internal";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { createParser } from "eventsource-parser";
import type { RunEvent } from "../../playground/playground.ts";
import type { RunRequest } from "../../playground/run-request.ts";
import { readLocal, reasonOf } from "./local-api.ts";
import { type Project, useProject } from "./project.tsx";

/** Connection to the models of a provider. */
export interface Connection {
  readonly name: string;
  readonly adapter: string;
  readonly models: readonly string[];
  /** Reason why the connection cannot be used, with what to do; null for one that can. */
  readonly problem: string | null;
}

/** Returns the connections of the project. */
export function useConnections(): UseQueryResult<readonly Connection[]> {
  const project = useProject();
  return useQuery({
    queryKey: ["connections", project.id],
    queryFn: async () => (await readLocal<{ data: readonly Connection[] }>(project, "playground/connections")).data,
  });
}

/**
 * Has the service call a model, and calls `onEvent` with each event of the run. Resolves at the end of the run. Throws an error when
 * the run cannot begin, and when `signal` aborts, which stops the run.
 */
export async function runModel(
  { path }: Project,
  request: RunRequest,
  signal: AbortSignal,
  onEvent: (event: RunEvent) => void,
): Promise<void> {
  const response = await fetch(`${path}/api/local/playground/runs`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
    signal,
  });
  if (!response.ok || response.body === null) {
    throw new Error(`${response.status}: ${reasonOf((await response.json()) as object)}`);
  }
  const parser = createParser({ onEvent: ({ data }) => onEvent(parseExactJson(data) as RunEvent) });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) parser.feed(read.value);
}
