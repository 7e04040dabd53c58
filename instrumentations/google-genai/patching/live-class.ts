import { isFields } from "@svc/core/internal";
import { patchForGood, topOwnerOf, type PatchedExport } from "@svc/instrumentation";
import { recordingConnect } from "../live/recorded-connect.ts";
import { GOOGLE_GENAI_FILES } from "./patched-files.ts";

const CONNECT = "connect";

/** Class of the Live API. Each session that it connects to is recorded turn by turn. */
export const LIVE: PatchedExport = {
  files: GOOGLE_GENAI_FILES,
  isMain: true,
  patch(exports, patches) {
    const found = isFields(exports) ? exports.Live : undefined;
    const prototype: unknown = typeof found === "function" ? found.prototype : undefined;
    const isPatched = isFields(prototype) && patches.add(prototype, CONNECT, recordingConnect);
    return isPatched ? [] : ["Live.connect"];
  },
};

/** Records the live sessions of an observed client, for good. */
export function recordLiveSessions(client: unknown): void {
  const live = isFields(client) ? client.live : undefined;
  const owner = isFields(live) ? topOwnerOf(live, CONNECT) : undefined;
  if (owner) patchForGood(owner, CONNECT, recordingConnect);
}
