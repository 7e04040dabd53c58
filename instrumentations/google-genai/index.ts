export { observeGoogleGenAI } from "./observe-google-genai.ts";
export { GoogleGenAIInstrumentation } from "./patching/google-genai-instrumentation.ts";
export { GOOGLE_GENAI_FILES, isGoogleGenAIFile } from "./patching/patched-files.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
