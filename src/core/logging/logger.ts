import { globalState } from "../runtime/global-state.ts";
import { resolveSilently } from "../settings/setting.ts";
import * as settings from "../settings/settings-table.ts";
import { LogLevel } from "../names/log-level.ts";
import { hideCredentials } from "./hide-credentials.ts";
import { printable } from "./printable.ts";

/** Options of a logger. All are optional. */
export interface LoggerConfig {
  /** Lowest level that is written. Default: `SVC_LOG_LEVEL`, or DEBUG with `SVC_DEBUG=true`, else INFO. */
  level?: LogLevel;
  /** Text before every line. Default: `[Svc SDK]`. */
  prefix?: string;
  /** True when lines start with the ISO time. Default: true. */
  enableTimestamp?: boolean;
}

const DEFAULT_PREFIX = "[Svc SDK]";

/** Repetitions of a recurring problem that are still written, each with its count. */
const REPORTED_REPETITIONS: ReadonlySet<number> = new Set([10, 100, 1_000, 10_000, 100_000, 1_000_000]);

/** Pattern of the ids of spans, requests and the like. Messages that differ only in ids report the same problem. */
const IDS = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,})\b/gi;

/** Maximum number of distinct problems that are remembered. The oldest is forgotten first. */
const MAX_DISTINCT_PROBLEMS = 1_000;

/**
 * Logger that writes every level to standard error: standard output belongs to the application. Credentials in a text are hidden,
 * and control characters are replaced: a text may come from an answer. A logger never throws.
 */
export class Logger {
  readonly #own: LoggerConfig;

  constructor(config: LoggerConfig = {}) {
    this.#own = config;
  }

  /** Returns true when a line of this level would be written. Ask before building an expensive message. */
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

  /** Returns true when `notice` would write its line. */
  isNoticeEnabled(): boolean {
    return isLevelSet() && this.isLevelEnabled(LogLevel.INFO);
  }

  /** Writes an INFO line that is about no problem, if a level was set. By default the SDK writes about problems only. */
  notice(message: string): void {
    if (isLevelSet()) this.info(message);
  }

  debug(message: string, ...details: unknown[]): void {
    this.#write(LogLevel.DEBUG, message, details);
  }

  /** Writes a warning the first time. Of the repetitions, only the 10th, 100th, … are written, with their count. */
  warnOnce(message: string, ...details: unknown[]): void {
    this.#writeOnce(LogLevel.WARN, message, details);
  }

  /** Writes an error the first time. Of the repetitions, only the 10th, 100th, … are written, with their count. */
  errorOnce(message: string, ...details: unknown[]): void {
    this.#writeOnce(LogLevel.ERROR, message, details);
  }

  #writeOnce(level: LogLevel, message: string, details: unknown[]): void {
    const { reported } = globalState;
    const problem = message.replace(IDS, "*");
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
      const shown = details.map((detail) => (typeof detail === "string" ? harmless(detail) : detail));
      write(`${time}${prefix} ${NAMES[level]} ${harmless(message)}`, ...shown);
    } catch {
      // A detail that cannot be printed must not reach the application.
    }
  }
}

const harmless = (text: string): string => hideCredentials(printable(text));

const NAMES: Record<number, string> = { 0: "DEBUG", 1: "INFO", 2: "WARN", 3: "ERROR" };

let levelOfEnvironment: LogLevel | undefined;

function environmentLevel(): LogLevel {
  levelOfEnvironment ??= resolveSilently(settings.debug).value
    ? LogLevel.DEBUG
    : LogLevel[resolveSilently(settings.logLevel).value];
  return levelOfEnvironment;
}

/** Returns true when the environment or the application has set the level. */
function isLevelSet(): boolean {
  return (
    globalState.logLevel !== undefined ||
    resolveSilently(settings.debug).value ||
    resolveSilently(settings.logLevel).source !== "default"
  );
}

export const logger: Logger = new Logger();

/** Returns the logger of the SDK. */
export function getGlobalLogger(): Logger {
  return logger;
}

/** Creates a logger with its own configuration. */
export function createLogger(config?: LoggerConfig): Logger {
  return new Logger(config);
}

/** Sets level, prefix and timestamp for every copy of the SDK in the process. */
export function configureGlobalLogger(config: LoggerConfig): void {
  if (config.level !== undefined) globalState.logLevel = config.level;
  if (config.prefix !== undefined) globalState.logPrefix = config.prefix;
  if (config.enableTimestamp !== undefined) globalState.logTimestamp = config.enableTimestamp;
}

/** Removes the settings of `configureGlobalLogger`. The level becomes INFO, not the level of the environment. */
export function resetGlobalLogger(): void {
  globalState.logLevel = LogLevel.INFO;
  delete globalState.logPrefix;
  delete globalState.logTimestamp;
}
