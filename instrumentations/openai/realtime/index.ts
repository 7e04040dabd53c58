export { isRealtimeFile, REALTIME_FILE_PATTERNS } from "./file-patterns.ts";
export { AGENTS_REALTIME_PACKAGE, AGENTS_SOCKET_FILES, REALTIME_FILES } from "./realtime-files.ts";
export { observeRealtime } from "./observe-realtime.ts";
export { RealtimeInstrumentation } from "./realtime-instrumentation.ts";
export { withSvcConfig, type SvcConfig } from "@svc/instrumentation";
