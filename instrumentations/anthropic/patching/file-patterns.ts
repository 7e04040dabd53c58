import { fileTest, urlPatternsOf } from "@svc/instrumentation";
import { FILES } from "./patched-files.ts";

/** Patterns of the URLs of the patched files, for a module hook in another thread: a function cannot be sent to that thread. */
export const ANTHROPIC_FILE_PATTERNS: readonly RegExp[] = /* @__PURE__ */ urlPatternsOf(FILES);

/** Returns true when a module's URL, or its path with `/`, is one of `ANTHROPIC_FILES` in a folder `@anthropic-ai/sdk`. */
export const isAnthropicFile: (url: string) => boolean = /* @__PURE__ */ fileTest(FILES);
