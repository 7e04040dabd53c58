import type { Answered, Call } from "./api-calls.ts";

/** Calls about prompts that tests make. */
export interface PromptCalls {
  /** Creates a new version of the type that `prompt` implies. */
  create(name: string, prompt?: unknown, fields?: Record<string, unknown>): Promise<Answered>;
  read(name: string, query?: string): Promise<Answered>;
  /** Returns each version with its labels, as `1: production latest`. */
  labelsOf(name: string): Promise<string[]>;
}

/** Returns the calls about prompts of a service. */
export function promptCallsOf(call: Call): PromptCalls {
  const read = (name: string, query = ""): Promise<Answered> =>
    call("GET", `/v2/prompts/${encodeURIComponent(name)}${query}`);
  return {
    create: (name, prompt = "text", fields = {}) =>
      call("POST", "/v2/prompts", { name, prompt, ...(Array.isArray(prompt) && { type: "chat" }), ...fields }),
    read,
    async labelsOf(name) {
      const { body } = await call("GET", `/v2/prompts?name=${encodeURIComponent(name)}`);
      const versions = (body.data[0]?.["versions"] ?? []) as number[];
      const all = await Promise.all(versions.map(async (version) => read(name, `?version=${version}`)));
      return all.map(({ body: one }) => `${String(one["version"])}: ${(one["labels"] as string[]).join(" ")}`);
    },
  };
}
