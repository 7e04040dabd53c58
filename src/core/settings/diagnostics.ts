import { diag, DiagLogLevel } from "@opentelemetry/api";
import { logger } from "../logging/logger.ts";
import { getEnv } from "./env.ts";

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

/** What the API says when an SDK registers something where another has registered before. */
const REFUSED_REGISTRATION = /Attempted duplicate registration of API|does not match previously registered API/;

const UNSEEN_API =
  "An OpenTelemetry SDK of the application could not be registered beside ours, so its processors and exporters get no " +
  "spans. Where @opentelemetry/api is part of a bundle, mark it as external; see docs/coexistence.md.";

/**
 * Sends what OpenTelemetry says about itself through our logger, to standard error: its own console logger writes most of
 * it to standard output. Warnings and errors are passed on, or what `OTEL_LOG_LEVEL` asks for; a problem that comes back
 * is written once, with a count now and then.
 */
export function routeDiagnostics(): void {
  const logLevel = LEVELS[getEnv("OTEL_LOG_LEVEL")?.trim().toUpperCase() ?? ""] ?? DiagLogLevel.WARN;
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
