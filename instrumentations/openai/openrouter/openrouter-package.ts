import { isFields } from "@svc/core/internal";
import { SPEAKEASY, topOwnerOf, type ObservablePackage } from "@svc/instrumentation";
import { LIBRARY, OPENROUTER_CLASSES } from "./classes.ts";
import { observeCallModel } from "./recorded-results.ts";

/**
 * Package `@openrouter/sdk`. It sends and receives the JSON of OpenAI's protocol, and gives the application objects with field names
 * of its own, which are translated back. `@openrouter/agent` has its `callModel` too, in a client of its own.
 */
export const OPENROUTER: ObservablePackage = {
  name: LIBRARY.name,
  functionName: "observeOpenAI",
  versions: { first: 0, last: 1 },
  transport: SPEAKEASY,
  classes: Object.values(OPENROUTER_CLASSES),
  observeItself: observeCallModel,
};

/**
 * Returns true for a client of `@openrouter/sdk` or `@openrouter/agent`. Its chats are sent, or it has `callModel`; the chats of other
 * packages made by Speakeasy are completed.
 */
export function isOpenRouterClient(client: unknown): boolean {
  if (!isFields(client) || topOwnerOf(client, "_createRequest") === undefined) return false;
  const { chat, callModel } = client;
  return (isFields(chat) && typeof chat.send === "function") || typeof callModel === "function";
}
