export { observeMistral } from "./observe-mistral.ts";
export { MistralInstrumentation } from "./patching/mistral-instrumentation.ts";
export { isMistralFile, MISTRAL_FILES } from "./patching/patched-files.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
