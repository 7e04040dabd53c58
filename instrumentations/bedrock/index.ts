export { observeBedrock } from "./observe-bedrock.ts";
export { BedrockInstrumentation } from "./patching/bedrock-instrumentation.ts";
export { BEDROCK_FILE_PATTERNS, BEDROCK_FILES, isBedrockFile } from "./patching/patched-files.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
