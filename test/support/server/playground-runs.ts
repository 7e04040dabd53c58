import type { RunningServer } from "@svc/server";

/** Event of a run, as the service streams it. */
export type RunEvent = Readonly<Record<string, unknown>>;

/** Answer to the request for a run. */
export interface AnsweredRun {
  readonly status: number;
  readonly text: string;
  /** Events of the stream; empty for a request that was refused. */
  readonly events: readonly RunEvent[];
}

/** Address of a service's playground, for the page of its project. */
export function playgroundOf({ url, projectId }: Pick<RunningServer, "url" | "projectId">): string {
  return `${url}/project/${projectId}/api/local/playground`;
}

/** Asks for a run as the page does, and reads all of its events. */
export async function runPlayground(
  server: Pick<RunningServer, "url" | "projectId">,
  request: object,
  headers: Record<string, string> = { origin: server.url },
): Promise<AnsweredRun> {
  const response = await fetch(`${playgroundOf(server)}/runs`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(request),
  });
  const text = await response.text();
  return { status: response.status, text, events: response.ok ? eventsIn(text) : [] };
}

/** Returns the events in the text of a stream. */
export function eventsIn(text: string): RunEvent[] {
  return text
    .split("\n\n")
    .flatMap((frame) => (frame.startsWith("data: ") ? [JSON.parse(frame.slice(6)) as RunEvent] : []));
}
