import { getEnv } from "@svc/core/internal";
import type { Check } from "./report.ts";

const VARIABLE = "OTEL_TRACES_SAMPLER";

/** Returns what the sampler of OpenTelemetry's variables leaves out; nothing where none is set. */
export function checkSampler(): Check[] {
  const sampler = getEnv(VARIABLE)?.trim();
  if (!sampler || sampler === "always_on") return [];
  const detail = sampler.startsWith("parentbased_")
    ? "calls of requests that the caller does not sample (traceparent with the flag 00) are not recorded, and the root decides for others. " +
      "Unset it to record every call."
    : "calls of traces that it drops are not recorded. Unset it to record every call.";
  return [{ name: "sampler", outcome: "warning", detail: `${VARIABLE}=${sampler}: ${detail}` }];
}
