export { isVoyageAIFile, observeVoyageAI, VoyageAIInstrumentation, VOYAGEAI_FILES } from "./provider.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
