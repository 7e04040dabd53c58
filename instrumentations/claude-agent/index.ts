export { ClaudeAgentInstrumentation } from "./provider.ts";
export { observeQuery } from "./observe-query.ts";
export { observePrewarm, observeStartup } from "./observe-warm-start.ts";
