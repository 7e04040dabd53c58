export {
  AnthropicInstrumentation,
  ANTHROPIC_FILE_PATTERNS,
  ANTHROPIC_FILES,
  isAnthropicFile,
  observeAnthropic,
} from "./provider.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
