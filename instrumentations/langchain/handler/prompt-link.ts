import { isFields, textOf } from "@svc/core/internal";
import { METADATA_KEYS } from "./metadata-keys.ts";
import type { LinkedPrompt, Run } from "../run/run-table.ts";

/** Returns the managed prompt in a run's metadata; undefined for a fallback prompt, which is not linked. */
export function promptOf(metadata: Readonly<Record<string, unknown>>): LinkedPrompt | undefined {
  const prompt = metadata[METADATA_KEYS.prompt];
  if (!isFields(prompt) || prompt.isFallback === true) return undefined;
  const name = textOf(prompt.name);
  const { version } = prompt;
  return name !== undefined && typeof version === "number" && Number.isInteger(version) ? { name, version } : undefined;
}

/**
 * Removes and returns the prompt that an earlier run, such as a template, left on the parent that it shares with a generation.
 * A prompt is linked once.
 */
export function takePrompt(parent: Run | undefined): LinkedPrompt | undefined {
  const prompt = parent?.prompt;
  if (parent !== undefined) delete parent.prompt;
  return prompt;
}
