export { observeAnthropic } from "./observe-anthropic.ts";
export { AnthropicInstrumentation } from "./patching/anthropic-instrumentation.ts";
export { ANTHROPIC_FILE_PATTERNS, ANTHROPIC_FILES, isAnthropicFile } from "./patching/patched-files.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
