/** Runs in a child process under the preload: counts the changes to the `openai` package. */
import type { OpenAIModule } from "../support/openai/openai-client.ts";

/** Counts the methods of resource classes that are not the package's own. */
export async function countTouchedMethods(openai: OpenAIModule): Promise<number> {
  const client = new openai.OpenAI({ apiKey: "key" });
  return countTouched(client, new Set([client]));
}

function countTouched(resource: object, seen: Set<unknown>): number {
  const prototype = Object.getPrototypeOf(resource) as object;
  const methods = Object.values(Object.getOwnPropertyDescriptors(prototype)).map(({ value }) => value as unknown);
  let touched = methods.filter((method) => typeof method === "function" && isTouched(method)).length;
  for (const nested of Object.values(resource)) {
    if (typeof nested !== "object" || nested === null || !("_client" in nested) || seen.has(nested)) continue;
    seen.add(nested);
    touched += countTouched(nested, seen);
  }
  return touched;
}

/** Returns true for a replacement, which holds its data under a symbol. The package's own methods have none. */
function isTouched(method: object): boolean {
  return Object.getOwnPropertySymbols(method).length > 0;
}
