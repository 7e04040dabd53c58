import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Bytes of one block in `stat`. */
const BLOCK = 512;

/** Returns the bytes that the files of a folder take on disk, as `du` counts them. */
export function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).blocks * BLOCK, 0);
}
