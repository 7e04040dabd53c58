import { isFields } from "@svc/core/internal";
import {
  logFault,
  ownData,
  patchForGood,
  recordingWhile,
  topOwnerOf,
  type Patch,
  type PatchedExport,
  type ReplacementOf,
} from "@svc/instrumentation";
import { GOOGLE_GENAI } from "../library.ts";
import { interactions } from "../operations/interactions.ts";
import { GOOGLE_GENAI_FILES } from "./patched-files.ts";

/** Getter of a client that gives the object with the calls, whose class is not exported. */
const INTERACTIONS = "interactions";

/** Interactions of every client. Versions without them, and the other ones of version 1, are left alone. */
export const INTERACTIONS_OF_CLIENTS: PatchedExport = {
  files: GOOGLE_GENAI_FILES,
  isMain: true,
  patch(exports, patches) {
    const found = isFields(exports) ? exports.GoogleGenAI : undefined;
    const prototype: unknown = typeof found === "function" ? found.prototype : undefined;
    if (!isFields(prototype)) return ["class GoogleGenAI"];
    patches.add(prototype, INTERACTIONS, listening);
    return [];
  },
};

/** Records the interactions of an observed client, for good. */
export function recordInteractions(client: unknown): void {
  const owner = isFields(client) ? topOwnerOf(client, INTERACTIONS) : undefined;
  if (owner) patchForGood(owner, INTERACTIONS, listening);
}

const listening: ReplacementOf = (getter, patch) =>
  function interactionsOf(this: unknown): unknown {
    const found = Reflect.apply(getter, this, []);
    try {
      recordCreate(found, patch);
    } catch (error) {
      logFault(GOOGLE_GENAI, "a client's interactions", error);
    }
    return found;
  };

function recordCreate(found: unknown, patch: Patch): void {
  if (!isFields(found) || ownData(found, "parentClient") === undefined) return;
  const owner = topOwnerOf(found, "create");
  if (owner) patchForGood(owner, "create", (method) => recordingWhile(interactions, method, patch));
}
