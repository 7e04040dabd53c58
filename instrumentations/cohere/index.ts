export { CohereInstrumentation, COHERE_FILES, isCohereFile, observeCohere } from "./provider.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
