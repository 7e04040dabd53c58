import type { LinkedPrompt } from "@svc/instrumentation";
import type { Run } from "../run/run-table.ts";

/**
 * Removes and returns the prompt that an earlier run, such as a template, left on the parent that it shares with a generation.
 * A prompt is linked once.
 */
export function takePrompt(parent: Run | undefined): LinkedPrompt | undefined {
  const prompt = parent?.prompt;
  if (parent !== undefined) delete parent.prompt;
  return prompt;
}
