import { logger } from "@svc/core";
import { isOpenAIFile, OPENAI_FILE_PATTERNS } from "@svc/openai";
import { register as registerAsynchronousHooks } from "node:module";
import { register, supportsSyncHooks } from "import-in-the-middle/register-hooks.mjs";

/** The package's types do not know yet that it can be given a predicate on the resolved URL. */
const registerSynchronousHooks = register as (options: { shouldInclude: (url: string) => boolean }) => void;

/**
 * Lets the instrumentations see the ES modules they patch, and only those: wrapping every module doubles the start-up
 * time and breaks some. Node versions without synchronous hooks get a loader thread limited to the same files; CommonJS
 * modules need neither.
 */
export function hookModules(): void {
  if (supportsSyncHooks()) {
    registerSynchronousHooks({ shouldInclude: isOpenAIFile });
  } else if (canEndWithLoaderThread(process.versions.node)) {
    const data = { include: OPENAI_FILE_PATTERNS };
    registerAsynchronousHooks("import-in-the-middle/hook.mjs", import.meta.url, { data });
  } else {
    logger.info(
      `ES modules are not traced on Node ${process.versions.node}: use Node 22.9 or later. CommonJS modules are.`,
    );
  }
}

/** Up to Node 22.6 a process with a loader thread was seen to hang at its end, in one run of four. */
function canEndWithLoaderThread(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 22 || minor >= 9;
}
