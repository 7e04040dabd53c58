import { logger } from "@svc/core/internal";

/** Returns undefined: this platform has no files. Says so once. */
export async function readFileIn(directory: string, _name: string): Promise<string | undefined> {
  logger.warnOnce(`The folder of prompts ${JSON.stringify(directory)} is not read: this platform has no files.`);
  return undefined;
}
