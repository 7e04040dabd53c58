import type { Provider } from "@svc/instrumentation";
import { CEREBRAS_PROVIDER, GROQ_PROVIDER, TOGETHER_PROVIDER } from "./compatible/compatible-instrumentations.ts";
import { openrouter } from "./openrouter/openrouter-instrumentation.ts";
import { openai } from "./patching/openai-instrumentation.ts";
import { realtime } from "./realtime/realtime-instrumentation.ts";

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [
  openai,
  realtime,
  GROQ_PROVIDER,
  TOGETHER_PROVIDER,
  CEREBRAS_PROVIDER,
  openrouter,
];
