export { observeBedrock } from "./observe-bedrock.ts";
export { BedrockInstrumentation } from "./patching/bedrock-instrumentation.ts";
export { BEDROCK_FILE_PATTERNS, isBedrockFile } from "./patching/file-patterns.ts";
export { BEDROCK_FILES } from "./patching/patched-files.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
