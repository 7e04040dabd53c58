export { OpenAIInstrumentation } from "./openai-instrumentation.ts";
export { isOpenAIFile, OPENAI_FILE_PATTERNS, OPENAI_FILES } from "./patched-files.ts";
