export { observeLlamaIndex } from "./observe-llamaindex.ts";
export { LlamaIndexInstrumentation } from "./patching/llamaindex-instrumentation.ts";
export { LLAMAINDEX_FILES, LLAMAINDEX_PACKAGES } from "./patching/patched-files.ts";
