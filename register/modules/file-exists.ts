import { existsSync } from "node:fs";

/** Returns true for a file that exists and that this process may look at: Node's permissions make every other look fail. */
export function fileExists(path: string): boolean {
  try {
    return existsSync(path);
  } catch {
    return false;
  }
}
