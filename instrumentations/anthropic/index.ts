export { observeAnthropic } from "./observe-anthropic.ts";
export { AnthropicInstrumentation } from "./patching/anthropic-instrumentation.ts";
export { ANTHROPIC_FILE_PATTERNS, isAnthropicFile } from "./patching/file-patterns.ts";
export { ANTHROPIC_FILES } from "./patching/patched-files.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
