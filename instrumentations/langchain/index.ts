export { CallbackHandler, type CallbackHandlerParams } from "./handler/callback-handler.ts";
export { LangChainInstrumentation } from "./provider.ts";
export { isLangChainFile, LANGCHAIN_FILE_PATTERNS } from "./patching/file-patterns.ts";
export { LANGCHAIN_FILES } from "./patching/patched-files.ts";
