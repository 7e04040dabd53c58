import type { Prompt } from "@svc/core/api";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** How the file of a prompt is read, by its ending, in the order in which they are looked for. */
const FORMATS: ReadonlyArray<readonly [ending: string, read: (content: string, name: string) => Prompt]> = [
  [".json", recordOfJson],
  [".txt", (content, name) => recordOf(name, content)],
];

/**
 * The prompt kept in a folder: `<name>.json` (what a prompt client's `toJSON()` gives, or a list of messages), or
 * `<name>.txt` (the text); in the file's name the prompt's is URI-encoded, `/` is `%2F`. Undefined when there is no such
 * file. Throws when it cannot be read.
 */
export async function readPromptFile(directory: string, name: string): Promise<Prompt | undefined> {
  for (const [ending, read] of FORMATS) {
    const path = join(directory, encodeURIComponent(name) + ending);
    const content = await readIfThere(path);
    if (content === undefined) continue;
    try {
      return read(content, name);
    } catch (error) {
      throw new Error(`${path} is no prompt: ${(error as Error).message}`, { cause: error });
    }
  }
  return undefined;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function recordOfJson(content: string, name: string): Prompt {
  const parsed = JSON.parse(content) as Prompt | Prompt["prompt"];
  if (typeof parsed === "string" || Array.isArray(parsed)) return recordOf(name, parsed);
  if (typeof parsed !== "object" || parsed === null || parsed.prompt === undefined) {
    throw new TypeError('it must be a list of messages or an object with "prompt"');
  }
  return { ...recordOf(name, parsed.prompt), ...parsed };
}

/** A record of a prompt of which only the text or the messages are known. */
export function recordOf(name: string, prompt: Prompt["prompt"]): Prompt {
  const rest = { name, version: 0, config: {}, labels: [], tags: [] };
  return typeof prompt === "string" ? { ...rest, type: "text", prompt } : { ...rest, type: "chat", prompt };
}
