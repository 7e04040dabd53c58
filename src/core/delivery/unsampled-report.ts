import { logger } from "../logging/logger.ts";
import { getEnv } from "../runtime/env.ts";
import { globalState } from "../runtime/global-state.ts";
import { safeSetTimeout } from "../runtime/timers.ts";
import { beforeExitDelivery } from "./exit-registry.ts";

/** Time from the first unrecorded observation to the first line, and from then on between two lines. */
const FIRST_LINE_MS = 60_000;
const NEXT_LINES_MS = 3_600_000;

/**
 * Counts an observation that is not recorded because its caller, or a span around it, is not sampled. A warning has the number: after
 * a minute, then once an hour while the number grows, and at the end of the process.
 */
export function countUnsampled(): void {
  if (globalState.unsampled === undefined) {
    globalState.unsampled = { count: 0, reported: 0 };
    beforeExitDelivery(reportUnsampled);
    safeSetTimeout(reportRepeatedly, FIRST_LINE_MS);
  }
  globalState.unsampled.count++;
}

function reportRepeatedly(): void {
  reportUnsampled();
  safeSetTimeout(reportRepeatedly, NEXT_LINES_MS);
}

/** Logs the number of observations that were not recorded, unless it is the number of the latest line. */
function reportUnsampled(): void {
  const state = globalState.unsampled;
  if (state === undefined || state.count === state.reported) return;
  state.reported = state.count;
  const { count } = state;
  const what = count === 1 ? "1 call or observation was" : `${count} calls and observations were`;
  const named = getEnv("OTEL_TRACES_SAMPLER");
  const sampler =
    named === undefined ? "the sampler of the application's OpenTelemetry SDK" : `OTEL_TRACES_SAMPLER=${named}`;
  logger.warn(
    `${what} not recorded: the caller's traceparent says that the trace is not sampled, and ${sampler} follows it. ` +
      `${named === undefined ? "Give the SDK another sampler" : "Unset the variable"} to record them; see docs/sampling.md.`,
  );
}
