export { isMistralFile, MistralInstrumentation, MISTRAL_FILES, observeMistral } from "./provider.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
