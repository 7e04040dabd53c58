import { isFields, textOf } from "@svc/core";
import { METADATA_KEYS } from "./metadata-keys.ts";
import type { LinkedPrompt, Run } from "./run-table.ts";

/** The prompt in a run's metadata; a fallback prompt is not linked. */
export function promptOf(metadata: Readonly<Record<string, unknown>>): LinkedPrompt | undefined {
  const prompt = metadata[METADATA_KEYS.prompt];
  if (!isFields(prompt) || prompt.isFallback === true) return undefined;
  const name = textOf(prompt.name);
  const { version } = prompt;
  return name !== undefined && typeof version === "number" && Number.isInteger(version) ? { name, version } : undefined;
}

/** The prompt that a run before a generation, such as a template, left with their common parent. It is linked once. */
export function takePrompt(parent: Run | undefined): LinkedPrompt | undefined {
  const prompt = parent?.prompt;
  if (parent !== undefined) delete parent.prompt;
  return prompt;
}
