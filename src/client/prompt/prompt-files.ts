import { readFileIn } from "#platform/files";
import type { Prompt } from "@svc/core/api";

/** Readers of a prompt's file by file name ending, in the order of search. */
const FORMATS: ReadonlyArray<readonly [ending: string, read: (content: string, name: string) => Prompt]> = [
  [".json", recordOfJson],
  [".txt", (content, name) => recordOf(name, content)],
];

/**
 * Reads a prompt from a folder: `<name>.json` (a prompt client's `toJSON()`, or a list of messages), or `<name>.txt` (the
 * text). The prompt's name is URI-encoded in the file name: `/` is `%2F`. Returns undefined when there is no such file.
 * Throws when the file cannot be read.
 */
export async function readPromptFile(directory: string, name: string): Promise<Prompt | undefined> {
  for (const [ending, read] of FORMATS) {
    const file = encodeURIComponent(name) + ending;
    const content = await readFileIn(directory, file);
    if (content === undefined) continue;
    try {
      return read(content, name);
    } catch (error) {
      throw new Error(`${directory}/${file} is no prompt: ${(error as Error).message}`, { cause: error });
    }
  }
  return undefined;
}

function recordOfJson(content: string, name: string): Prompt {
  const parsed = JSON.parse(content) as Prompt | Prompt["prompt"];
  if (typeof parsed === "string" || Array.isArray(parsed)) return recordOf(name, parsed);
  if (typeof parsed !== "object" || parsed === null || parsed.prompt === undefined) {
    throw new TypeError('it must be a list of messages or an object with "prompt"');
  }
  return { ...recordOf(name, parsed.prompt), ...parsed };
}

/** Creates a prompt record from the text or the messages alone. */
export function recordOf(name: string, prompt: Prompt["prompt"]): Prompt {
  const rest = { name, version: 0, config: {}, labels: [], tags: [] };
  return typeof prompt === "string" ? { ...rest, type: "text", prompt } : { ...rest, type: "chat", prompt };
}
