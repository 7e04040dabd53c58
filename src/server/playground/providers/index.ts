import { anthropicMessages } from "./anthropic-messages.ts";
import { googleContent } from "./google-content.ts";
import { openaiChat } from "./openai-chat.ts";
import type { Provider } from "./provider.ts";

/** Providers that the playground calls, by the adapter of a connection. */
export const PROVIDERS: ReadonlyMap<string, Provider> = new Map([
  ["openai", openaiChat],
  ["anthropic", anthropicMessages],
  ["google-ai-studio", googleContent],
]);
