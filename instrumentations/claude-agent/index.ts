export { ClaudeAgentInstrumentation } from "./claude-agent-instrumentation.ts";
export { observeQuery } from "./observe-query.ts";
export { observePrewarm, observeStartup } from "./observe-warm-start.ts";
