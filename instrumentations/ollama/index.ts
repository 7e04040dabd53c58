export { observeOllama } from "./observe-ollama.ts";
export { OllamaInstrumentation } from "./patching/ollama-instrumentation.ts";
export { isOllamaFile, OLLAMA_FILES } from "./patching/patched-files.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
