export { isRealtimeFile, REALTIME_FILE_PATTERNS, REALTIME_FILES } from "./realtime-files.ts";
export { observeRealtime } from "./observe-realtime.ts";
export { RealtimeInstrumentation } from "./realtime-instrumentation.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
