import { fileTest, urlPatternsOf } from "@svc/instrumentation";
import { FOLDERS } from "./realtime-files.ts";

/** Patterns of the URLs of the patched files, for a module hook in another thread: a function cannot be sent to that thread. */
export const REALTIME_FILE_PATTERNS: readonly RegExp[] = /* @__PURE__ */ FOLDERS.flatMap(urlPatternsOf);

/** Returns true when a module's URL, or its path with `/`, is one of `REALTIME_FILES` in a folder `openai`. */
export const isRealtimeFile: (url: string) => boolean = /* @__PURE__ */ fileTest(...FOLDERS);
