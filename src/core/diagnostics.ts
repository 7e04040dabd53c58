import { diag, DiagLogLevel } from "@opentelemetry/api";
import { getEnv } from "./env.ts";
import { logger } from "./logger.ts";

/** Values of `OTEL_LOG_LEVEL`. */
const LEVELS: Readonly<Record<string, DiagLogLevel>> = {
  NONE: DiagLogLevel.NONE,
  ERROR: DiagLogLevel.ERROR,
  WARN: DiagLogLevel.WARN,
  INFO: DiagLogLevel.INFO,
  DEBUG: DiagLogLevel.DEBUG,
  VERBOSE: DiagLogLevel.VERBOSE,
  ALL: DiagLogLevel.ALL,
};

/**
 * Sends what OpenTelemetry says about itself through our logger, to standard error: its own console logger writes most of
 * it to standard output. Warnings and errors are passed on, or what `OTEL_LOG_LEVEL` asks for; a problem that comes back
 * is written once, with a count now and then.
 */
export function routeDiagnostics(): void {
  const logLevel = LEVELS[getEnv("OTEL_LOG_LEVEL")?.trim().toUpperCase() ?? ""] ?? DiagLogLevel.WARN;
  diag.setLogger(
    {
      error: (message, ...details) => logger.errorOnce(`OpenTelemetry: ${message}`, ...details),
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
