export { isOllamaFile, observeOllama, OllamaInstrumentation, OLLAMA_FILES } from "./provider.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
