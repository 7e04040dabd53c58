import { isOpenAIFile, OPENAI_FILE_PATTERNS } from "@svc/openai";
import { register as registerAsynchronousHooks } from "node:module";
import { register as registerHooks, supportsSyncHooks } from "import-in-the-middle/register-hooks.mjs";

/**
 * Lets the instrumentations see the ES modules they patch, and only those: wrapping every module doubles the start-up
 * time and breaks some. Node versions without synchronous hooks get a loader thread limited to the same files.
 */
export function hookModules(): void {
  if (supportsSyncHooks()) registerHooks({ shouldInclude: isOpenAIFile });
  else
    registerAsynchronousHooks("import-in-the-middle/hook.mjs", import.meta.url, {
      data: { include: OPENAI_FILE_PATTERNS },
    });
}
