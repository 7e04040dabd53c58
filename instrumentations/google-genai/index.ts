export { GoogleGenAIInstrumentation, observeGoogleGenAI } from "./provider.ts";
export { GOOGLE_GENAI_FILES, isGoogleGenAIFile } from "./patching/patched-files.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
