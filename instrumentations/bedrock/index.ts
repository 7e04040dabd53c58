export { observeBedrock } from "./observe-bedrock.ts";
export { BedrockInstrumentation } from "./provider.ts";
export { BEDROCK_FILE_PATTERNS, isBedrockFile } from "./patching/file-patterns.ts";
export { BEDROCK_FILES } from "./patching/patched-files.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
