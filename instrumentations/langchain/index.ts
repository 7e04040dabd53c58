export { CallbackHandler, type CallbackHandlerParams } from "./callback-handler.ts";
export { LangChainInstrumentation } from "./langchain-instrumentation.ts";
export { isLangChainFile, LANGCHAIN_FILE_PATTERNS, LANGCHAIN_FILES } from "./patched-files.ts";
