import { globalState } from "../runtime/global-state.ts";
import { resolve } from "../settings/setting.ts";
import { settings } from "../settings/settings-table.ts";
import { LogLevel } from "./log-level.ts";

/** How a logger writes. */
export interface LoggerConfig {
  /** Lines below this level are not written. Default: `SVC_LOG_LEVEL`, or DEBUG with `SVC_DEBUG=true`, else INFO. */
  level?: LogLevel;
  /** Text before every line; default `[Svc SDK]`. */
  prefix?: string;
  /** Whether lines start with the ISO time; default true. */
  enableTimestamp?: boolean;
}

const DEFAULT_PREFIX = "[Svc SDK]";

/** Of a problem that keeps coming back, these repetitions are still written, each with its count. */
const REPORTED_REPETITIONS: ReadonlySet<number> = new Set([10, 100, 1_000, 10_000, 100_000, 1_000_000]);

/** Ids of spans, requests and the like: messages that differ in them alone are about one problem. */
const IDS = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,})\b/gi;

/** Distinct problems that are told apart before the oldest is forgotten. */
const MAX_DISTINCT_PROBLEMS = 1_000;

/**
 * Writes lines to standard error, at every level: standard output belongs to the application.
 * It never throws, whatever it is given.
 */
export class Logger {
  readonly #own: LoggerConfig;

  constructor(config: LoggerConfig = {}) {
    this.#own = config;
  }

  /** Whether a line of this level would be written; ask before building an expensive message. */
  isLevelEnabled(level: LogLevel): boolean {
    return level >= (this.#own.level ?? globalState.logLevel ?? environmentLevel());
  }

  error(message: string, ...details: unknown[]): void {
    this.#write(LogLevel.ERROR, message, details);
  }

  warn(message: string, ...details: unknown[]): void {
    this.#write(LogLevel.WARN, message, details);
  }

  info(message: string, ...details: unknown[]): void {
    this.#write(LogLevel.INFO, message, details);
  }

  debug(message: string, ...details: unknown[]): void {
    this.#write(LogLevel.DEBUG, message, details);
  }

  /** Writes a warning the first time; of repetitions only the 10th, 100th, … with their count. */
  warnOnce(message: string, ...details: unknown[]): void {
    this.#writeOnce(LogLevel.WARN, message, details);
  }

  /** Writes an error the first time; of repetitions only the 10th, 100th, … with their count. */
  errorOnce(message: string, ...details: unknown[]): void {
    this.#writeOnce(LogLevel.ERROR, message, details);
  }

  #writeOnce(level: LogLevel, message: string, details: unknown[]): void {
    const { reported } = globalState;
    const problem = message.replace(IDS, "…");
    const times = (reported.get(problem) ?? 0) + 1;
    if (times === 1 && reported.size >= MAX_DISTINCT_PROBLEMS) reported.delete(reported.keys().next().value!);
    reported.set(problem, times);
    if (times === 1) this.#write(level, message, details);
    else if (REPORTED_REPETITIONS.has(times)) this.#write(level, `${message} (${times} times)`, details);
  }

  #write(level: LogLevel, message: string, details: unknown[]): void {
    if (!this.isLevelEnabled(level)) return;
    try {
      const { prefix = globalState.logPrefix ?? DEFAULT_PREFIX } = this.#own;
      const timestamped = this.#own.enableTimestamp ?? globalState.logTimestamp ?? true;
      const time = timestamped ? `${new Date().toISOString()} ` : "";
      const write = level >= LogLevel.ERROR ? console.error : console.warn;
      write(`${time}${prefix} ${NAMES[level]} ${message}`, ...details);
    } catch {
      // A detail that cannot be printed must not reach the application.
    }
  }
}

const NAMES: Record<number, string> = { 0: "DEBUG", 1: "INFO", 2: "WARN", 3: "ERROR" };

let levelOfEnvironment: LogLevel | undefined;

function environmentLevel(): LogLevel {
  levelOfEnvironment ??= resolve(settings.debug).value ? LogLevel.DEBUG : LogLevel[resolve(settings.logLevel).value];
  return levelOfEnvironment;
}

/** The logger of the SDK. */
export const logger: Logger = new Logger();

/** The logger of the SDK. */
export function getGlobalLogger(): Logger {
  return logger;
}

/** Makes a logger with a configuration of its own. */
export function createLogger(config?: LoggerConfig): Logger {
  return new Logger(config);
}

/** Sets level, prefix and timestamp for every copy of the SDK in the process. */
export function configureGlobalLogger(config: LoggerConfig): void {
  if (config.level !== undefined) globalState.logLevel = config.level;
  if (config.prefix !== undefined) globalState.logPrefix = config.prefix;
  if (config.enableTimestamp !== undefined) globalState.logTimestamp = config.enableTimestamp;
}

/** Forgets what `configureGlobalLogger` set; the level goes to INFO, not back to the environment's. */
export function resetGlobalLogger(): void {
  globalState.logLevel = LogLevel.INFO;
  delete globalState.logPrefix;
  delete globalState.logTimestamp;
}
