import { diag, DiagLogLevel } from "@opentelemetry/api";
import { logger } from "./logger.ts";
import { getEnv } from "../runtime/env.ts";

/** Messages of the API when an SDK registers an object of a kind that another SDK has already registered. */
const REFUSED_REGISTRATION = /Attempted duplicate registration of API|does not match previously registered API/;

const UNSEEN_API =
  "An OpenTelemetry SDK of the application could not be registered beside ours, so its processors and exporters get no " +
  "spans. Where @opentelemetry/api is part of a bundle, mark it as external; see docs/coexistence.md.";

/**
 * Sends OpenTelemetry's diagnostic messages through the SDK's logger to standard error. OpenTelemetry's own console logger
 * writes most of them to standard output. `OTEL_LOG_LEVEL` sets the lowest level; the default is warnings. A recurring
 * warning or error is written the first time, then now and then with its count.
 */
export function routeDiagnostics(): void {
  const named: unknown = Reflect.get(DiagLogLevel, getEnv("OTEL_LOG_LEVEL")?.trim().toUpperCase() ?? "");
  const logLevel = typeof named === "number" ? (named as DiagLogLevel) : DiagLogLevel.WARN;
  diag.setLogger(
    {
      error: (message, ...details) =>
        REFUSED_REGISTRATION.test(message)
          ? logger.warnOnce(UNSEEN_API)
          : logger.errorOnce(`OpenTelemetry: ${message}`, ...details),
      warn: (message, ...details) => logger.warnOnce(`OpenTelemetry: ${message}`, ...details),
      info: (message, ...details) => logger.info(`OpenTelemetry: ${message}`, ...details),
      debug,
      verbose: debug,
    },
    { logLevel, suppressOverrideMessage: true },
  );
}

function debug(message: string, ...details: unknown[]): void {
  logger.debug(`OpenTelemetry: ${message}`, ...details);
}
