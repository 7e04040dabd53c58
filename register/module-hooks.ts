import { isOpenAIFile, OPENAI_FILE_PATTERNS } from "@svc/openai";
import { register as registerAsynchronousHooks } from "node:module";
import { register, supportsSyncHooks } from "import-in-the-middle/register-hooks.mjs";

/** The package's types do not know yet that it can be given a predicate on the resolved URL. */
const registerSynchronousHooks = register as (options: { shouldInclude: (url: string) => boolean }) => void;

/**
 * Lets the instrumentations see the ES modules they patch, and only those: wrapping every module doubles the start-up
 * time and breaks some. Node versions without synchronous hooks get a loader thread limited to the same files.
 */
export function hookModules(): void {
  if (supportsSyncHooks()) {
    registerSynchronousHooks({ shouldInclude: isOpenAIFile });
  } else {
    const data = { include: OPENAI_FILE_PATTERNS };
    registerAsynchronousHooks("import-in-the-middle/hook.mjs", import.meta.url, { data });
  }
}
