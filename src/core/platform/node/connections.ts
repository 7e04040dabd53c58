// Names that packages of this repository take from `@svc/core/internal/connections`, which exists only on Node.
export { agentSettings, type AgentSettings } from "./agent-settings.ts";
export { createHttpAgents } from "./http-agents.ts";
