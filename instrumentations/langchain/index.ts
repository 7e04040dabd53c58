export { CallbackHandler, type CallbackHandlerParams } from "./callback-handler.ts";
export { LangChainInstrumentation } from "./langchain-instrumentation.ts";
export { isLangChainFile, LANGCHAIN_FILE_PATTERNS } from "./patched-files.ts";
