import { logger } from "@svc/core";
import { isLangChainFile, LANGCHAIN_FILE_PATTERNS } from "@svc/langchain";
import { isOpenAIFile, OPENAI_FILE_PATTERNS } from "@svc/openai";
import { API_FILE_PATTERNS, isApiFile } from "./api-copies.ts";
import { createRequire, register as registerLoader } from "node:module";

/** The part of import-in-the-middle's `register-hooks.mjs` that is used; its types do not know the predicate yet. */
interface SynchronousHooks {
  supportsSyncHooks(): boolean;
  register(options: { shouldInclude: (url: string) => boolean }): void;
}

/**
 * Lets the instrumentations see the ES modules they patch, and only those: wrapping every module doubles the start-up
 * time and breaks some. Node versions without synchronous hooks get a loader thread limited to the same files; CommonJS
 * modules need neither.
 */
export function hookModules(): void {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const hooks = major > 22 || minor >= 22 ? loadSynchronousHooks() : undefined;
  if (hooks) {
    hooks.register({ shouldInclude: (url) => isOpenAIFile(url) || isLangChainFile(url) || isApiFile(url) });
  } else if (major > 22 || minor >= 9) {
    const data = { include: [...OPENAI_FILE_PATTERNS, ...LANGCHAIN_FILE_PATTERNS, ...API_FILE_PATTERNS] };
    registerLoader("import-in-the-middle/hook.mjs", import.meta.url, { data });
  } else {
    // Up to Node 22.6 a process with a loader thread was seen to hang at its end, in one run of four; from 22.9 on, in none.
    logger.info(
      `ES modules are not traced on Node ${process.versions.node}: use Node 22.9 or later. CommonJS modules are.`,
    );
  }
}

/** An ES module, required: not every Node that this package runs on could import it from its CommonJS build. */
function loadSynchronousHooks(): SynchronousHooks | undefined {
  const require = createRequire(import.meta.url);
  const hooks = require("import-in-the-middle/register-hooks.mjs") as SynchronousHooks;
  return hooks.supportsSyncHooks() ? hooks : undefined;
}
