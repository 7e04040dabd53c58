import { getEnv } from "./env.ts";

/** Returns true when `OTEL_SDK_DISABLED` switches tracing off: its value is `true`, in any case. */
export function isSdkDisabled(): boolean {
  return getEnv("OTEL_SDK_DISABLED")?.trim().toLowerCase() === "true";
}
