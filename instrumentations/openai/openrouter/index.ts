export { OPENROUTER_AGENT, OPENROUTER_FILES } from "./files.ts";
export { observeOpenRouter } from "./observe-openrouter.ts";
export { OpenRouterInstrumentation } from "./openrouter-instrumentation.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
