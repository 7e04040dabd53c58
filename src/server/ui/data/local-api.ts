import { parseExactJson } from "@svc/core/internal";
import type { Project } from "./project.tsx";

/** Parameters of a request. One that is undefined is left out. */
export type LocalParameters = Readonly<Record<string, string | number | undefined>>;

/** Reads what this service alone answers, below `/api/local`. Throws an error with the message of the service. */
export async function readLocal<Answer>(
  { path }: Project,
  name: string,
  parameters: LocalParameters = {},
): Promise<Answer> {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) if (value !== undefined) query.set(key, String(value));
  return answerTo<Answer>(`${path}/api/local/${name}?${query.toString()}`);
}

/** Changes what this service alone has, below `/api/local`. Throws an error with the message of the service. */
export async function changeLocal(
  { path }: Project,
  method: "POST" | "DELETE",
  name: string,
  content?: object,
): Promise<void> {
  const body = content === undefined ? null : JSON.stringify(content);
  await answerTo(`${path}/api/local/${name}`, { method, body, headers: { "content-type": "application/json" } });
}

async function answerTo<Answer>(address: string, request?: RequestInit): Promise<Answer> {
  const response = await fetch(address, request);
  const body = parseExactJson(await response.text()) as { message?: unknown; error?: unknown };
  if (response.ok) return body as Answer;
  throw new Error(`${response.status}: ${reasonOf(body)}`);
}

/** Returns what the service says about a request that it refuses. */
export function reasonOf({ message, error }: { message?: unknown; error?: unknown }): string {
  const issues = Array.isArray(error) ? error.map((issue: { message?: unknown }) => String(issue.message)) : [];
  return [String(message), ...issues].join(". ");
}
