import { chatCompletions } from "./chat-completions.ts";
import type { Operation } from "./operation.ts";
import { CHAT_FILES } from "./patched-files.ts";

/** A class of the `openai` package, where it is and what is recorded of it. */
export interface PatchedClass {
  /** Files that may export the class, relative to the package, without their ending. */
  readonly files: readonly string[];
  readonly name: string;
  /** Methods of its prototype that call a model. */
  readonly methods: Readonly<Record<string, Operation>>;
}

/** Everything that is patched. Another endpoint is another row. */
export const PATCHED_CLASSES: readonly PatchedClass[] = [
  { files: CHAT_FILES, name: "Completions", methods: { create: chatCompletions } },
];
