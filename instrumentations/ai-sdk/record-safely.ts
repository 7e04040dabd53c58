import { safeRecorder } from "@svc/instrumentation";

/** Runs recording work during a call of the application. An error of the work is logged once and not thrown. */
export const recordSafely: ReturnType<typeof safeRecorder> = /* @__PURE__ */ safeRecorder(
  { name: "the AI SDK" },
  "a call",
);
