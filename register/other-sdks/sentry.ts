import { logger } from "@svc/core/internal";

/** First version of Sentry's SDK that makes its spans without OpenTelemetry unless it is told otherwise. */
const OWN_TRACER = 11;

/**
 * Logs that the traces of Sentry and ours are apart, where Sentry's SDK runs and has registered no provider. Called when our SDK boots,
 * for want of one of the application's.
 */
export function noteSeparateSentry(): void {
  const { version } = (Reflect.get(globalThis, "__SENTRY__") ?? {}) as { version?: unknown };
  if (typeof version !== "string" || Number.parseInt(version, 10) < OWN_TRACER) return;
  logger.info(
    `Sentry ${version} makes its spans without OpenTelemetry: its traces and ours have ids of their own, and Sentry gets none of our ` +
      "observations. Pass enableOpenTelemetrySetup: true to Sentry.init for traces with the same ids; see docs/coexistence.md.",
  );
}
