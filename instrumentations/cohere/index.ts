export { observeCohere } from "./observe-cohere.ts";
export { CohereInstrumentation } from "./patching/cohere-instrumentation.ts";
export { COHERE_FILES, isCohereFile } from "./patching/patched-files.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
