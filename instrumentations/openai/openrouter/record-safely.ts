import { safeRecorder } from "@svc/instrumentation";

/** Runs recording work during a `callModel`. An error of the work is logged once and does not reach the application. */
export const record: <T>(work: () => T) => T | undefined = /* @__PURE__ */ safeRecorder(
  { name: "@openrouter/sdk" },
  "a callModel",
);
