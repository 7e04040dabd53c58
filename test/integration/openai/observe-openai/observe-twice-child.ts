/** Runs in a child process with the instrumentation preloaded: calls of a client that is also passed to `observeOpenAI`. */
import { createRequire } from "node:module";
import type * as SvcOpenAI from "@svc/openai";
import type { OpenAIModule } from "../../../support/openai/openai-client.ts";
import { instrumentation, spans } from "../preload.ts";

/** Names of the spans of each call. */
export type ObservedTwice = Record<string, string[]>;

const PARAMS = { model: "m-1", messages: [{ role: "user", content: "Name one ocean." }] };
const fetch = async (): Promise<Response> =>
  Response.json({ id: "c-1", model: "m-1", choices: [{ index: 0, message: {}, finish_reason: "stop" }] });

/** Makes calls with the preload, with `observeOpenAI`, with both and with neither. */
export async function observeTwice(openai: OpenAIModule): Promise<ObservedTwice> {
  const copies = [await import("@svc/openai"), createRequire(import.meta.url)("@svc/openai") as typeof SvcOpenAI];
  const names: ObservedTwice = {};
  for (const [index, { observeOpenAI }] of copies.entries()) {
    const call = async (title: string, client: InstanceType<OpenAIModule["OpenAI"]>): Promise<void> => {
      await client.chat.completions.create!(PARAMS);
      names[`copy ${index}, ${title}`] = (await spans.take()).map(({ name }) => name);
    };
    const observed = observeOpenAI(new openai.OpenAI({ apiKey: "key", fetch }), { generationName: "observed" });
    const other = new openai.OpenAI({ apiKey: "key", fetch });
    await call("observed and preloaded", observed);
    await call("preloaded only", other);
    instrumentation.disable();
    await call("observed only", observed);
    await call("neither", other);
    instrumentation.enable();
    await call("observed and preloaded again", observed);
  }
  return names;
}
