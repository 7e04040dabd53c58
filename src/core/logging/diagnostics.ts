import { diag, DiagLogLevel, type DiagLogger } from "@opentelemetry/api";
import { logger } from "./logger.ts";
import { getEnv } from "../runtime/env.ts";

/** Messages of the API when an SDK registers an object of a kind that another SDK has already registered. */
const REFUSED_REGISTRATION = /Attempted duplicate registration of API|does not match previously registered API/;

const UNSEEN_API =
  "An OpenTelemetry SDK of the application could not be registered beside ours, so its processors and exporters get no " +
  "spans. Where @opentelemetry/api is part of a bundle, mark it as external; see docs/coexistence.md.";

/** Logger of OpenTelemetry's messages. A recurring warning or error is written the first time, then now and then with its count. */
const OURS: DiagLogger = {
  error: (message, ...details) => logger.errorOnce(`OpenTelemetry: ${message}`, ...details),
  warn: (message, ...details) => logger.warnOnce(`OpenTelemetry: ${message}`, ...details),
  info: (message, ...details) => logger.info(`OpenTelemetry: ${message}`, ...details),
  debug: (message, ...details) => logger.debug(`OpenTelemetry: ${message}`, ...details),
  verbose: (message, ...details) => logger.debug(`OpenTelemetry: ${message}`, ...details),
};

/** Levels of a message, by the method of the logger that takes it. */
const LEVELS: Readonly<Record<keyof DiagLogger, DiagLogLevel>> = {
  error: DiagLogLevel.ERROR,
  warn: DiagLogLevel.WARN,
  info: DiagLogLevel.INFO,
  debug: DiagLogLevel.DEBUG,
  verbose: DiagLogLevel.VERBOSE,
};

/**
 * Sends OpenTelemetry's diagnostic messages through the SDK's logger to standard error. OpenTelemetry's own console logger
 * writes most of them to standard output. `OTEL_LOG_LEVEL` sets the lowest level; the default is warnings.
 *
 * Without `OTEL_LOG_LEVEL`, messages of the application's copies of OpenTelemetry are dropped, as they are where nobody
 * registers a logger. The only exception is the refusal of an SDK that the application registers: our SDK is its cause.
 */
export function routeDiagnostics(): void {
  routeOwnDiagnostics();
  const level = requestedLevel();
  const others: DiagLogger = {
    ...(level === undefined ? SILENT : OURS),
    error: (message, ...details) => {
      if (REFUSED_REGISTRATION.test(message)) logger.warnOnce(UNSEEN_API);
      else if (level !== undefined) OURS.error(message, ...details);
    },
  };
  diag.setLogger(others, { logLevel: level ?? DiagLogLevel.ERROR, suppressOverrideMessage: true });
}

/** Sends the messages of the copy of OpenTelemetry's API that this package loads through the SDK's logger. */
export function routeOwnDiagnostics(): void {
  const lowest = requestedLevel() ?? DiagLogLevel.WARN;
  for (const [name, level] of Object.entries(LEVELS) as Array<[keyof DiagLogger, DiagLogLevel]>) {
    diag[name] = level <= lowest ? OURS[name] : drop;
  }
  // The API's own component logger writes to the logger that the process shares.
  diag.createComponentLogger = ({ namespace }) => {
    const at =
      (name: keyof DiagLogger): DiagLogger[keyof DiagLogger] =>
      (...args) =>
        diag[name](namespace ?? "", ...args);
    return { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug"), verbose: at("verbose") };
  };
}

function requestedLevel(): DiagLogLevel | undefined {
  const named: unknown = Reflect.get(DiagLogLevel, getEnv("OTEL_LOG_LEVEL")?.trim().toUpperCase() ?? "");
  return typeof named === "number" ? named : undefined;
}

const drop = (): void => {};
const SILENT: DiagLogger = { error: drop, warn: drop, info: drop, debug: drop, verbose: drop };
