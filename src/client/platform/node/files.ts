import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns the text of a file in a folder; undefined when there is no such file. Rejects when the file cannot be read. */
export async function readFileIn(directory: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(directory, name), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
