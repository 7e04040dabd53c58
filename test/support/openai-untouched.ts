/** Runs in a child process under the preload: what it has done to the `openai` package. */
import type { OpenAIModule } from "./openai-client.ts";

/** What the preload has done to the package. */
export interface Touched {
  /** Methods of resource classes that are not the package's own. */
  methods: number;
  /** Modules of the package that a hook has replaced. */
  modules: number;
}

/** Counts what is not as it was installed. */
export async function whatIsTouched(openai: OpenAIModule): Promise<Touched> {
  const client = new openai.OpenAI({ apiKey: "key" }) as unknown as Record<string, unknown>;
  const { hookedModules } = globalThis as unknown as { hookedModules: string[] };
  return { methods: countTouched(client, new Set([client])), modules: hookedModules.length };
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

/** A replacement holds what it knows under a symbol; the package's own methods hold nothing. */
function isTouched(method: object): boolean {
  return Object.getOwnPropertySymbols(method).length > 0;
}
