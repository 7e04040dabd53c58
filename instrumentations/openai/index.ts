export { observeOpenAI } from "./observe-openai.ts";
export { OpenAIInstrumentation } from "./openai-instrumentation.ts";
export { isOpenAIFile, OPENAI_FILE_PATTERNS, OPENAI_FILES } from "./patched-files.ts";
export { withSvcConfig, type SvcConfig } from "./svc-config.ts";
