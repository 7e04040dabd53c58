export { observeOpenAI } from "./observe-openai.ts";
export { OpenAIInstrumentation } from "./patching/openai-instrumentation.ts";
export { isOpenAIFile, OPENAI_FILE_PATTERNS, OPENAI_FILES } from "./patching/patched-files.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
