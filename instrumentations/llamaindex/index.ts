export { observeLlamaIndex } from "./observe-llamaindex.ts";
export { LlamaIndexInstrumentation } from "./provider.ts";
export { LLAMAINDEX_FILES, LLAMAINDEX_PACKAGES } from "./patching/patched-files.ts";
