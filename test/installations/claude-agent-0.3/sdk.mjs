// The SDK as this folder imports it, for programs of other folders.
export * from "@anthropic-ai/claude-agent-sdk";
