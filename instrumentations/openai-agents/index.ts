export { OpenAIAgentsInstrumentation } from "./provider.ts";
export { OPENAI_AGENTS_FILES, OPENAI_AGENTS_PACKAGES } from "./patching/patched-files.ts";
export { SvcTraceProcessor } from "./trace-processor.ts";
