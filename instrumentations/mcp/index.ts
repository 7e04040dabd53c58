export { observeMcpClient, observeMcpServer } from "./observe-mcp.ts";
export { AiSdkMcpInstrumentation } from "./patching/ai-sdk-mcp-instrumentation.ts";
export { McpInstrumentation } from "./provider.ts";
export { isMcpFile, MCP_FILES, MCP_PACKAGES } from "./patching/patched-files.ts";
