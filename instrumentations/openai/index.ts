export { COMPATIBLE_FILES } from "./compatible/compatible-files.ts";
export type { CompatiblePackage } from "./compatible/compatible-packages.ts";
export {
  CerebrasInstrumentation,
  GroqInstrumentation,
  TogetherInstrumentation,
} from "./compatible/compatible-instrumentations.ts";
export { observeOpenAI } from "./observe-openai.ts";
export { OpenAIInstrumentation } from "./patching/openai-instrumentation.ts";
export { isOpenAIFile, OPENAI_FILE_PATTERNS } from "./patching/file-patterns.ts";
export { OPENAI_FILES } from "./patching/patched-files.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
