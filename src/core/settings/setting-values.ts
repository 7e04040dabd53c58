/** Body compression of span exports. */
export type Compression = "gzip" | "none";

/** Mode of span export: spans leave in batches, or each span leaves as it ends. */
export type ExportMode = "batched" | "immediate";

/** Names of the log levels, from the most verbose to silence. */
export const LOG_LEVELS: readonly ["DEBUG", "INFO", "WARN", "ERROR", "NONE"] = [
  "DEBUG",
  "INFO",
  "WARN",
  "ERROR",
  "NONE",
];

/** Name of a log level. */
export type LogLevelName = (typeof LOG_LEVELS)[number];

/** Longest delay of a runtime timer, in seconds. A timer with a longer delay would fire at once. */
export const LONGEST_SECONDS: number = Math.floor((2 ** 31 - 1) / 1000);

/**
 * Values of the OpenTelemetry variable for message content: true when content is written on spans. Content that belongs
 * only in events is not written on spans.
 */
const CONTENT_MODES: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["span_only", true],
  ["span_and_event", true],
  ["false", false],
  ["0", false],
  ["event_only", false],
  ["no_content", false],
]);

/** Function that turns the text of a variable into a setting's value; undefined when the text is not valid. */
export type Parse<T> = (text: string) => T | undefined;

export const text: Parse<string> = (value) => value.trim() || undefined;
export const httpUrl: Parse<string> = (value) => (isHttpUrl(value) ? value.trim() : undefined);
export const proxyUrl: Parse<string> = (value) => {
  const url = value.includes("://") ? value.trim() : `http://${value.trim()}`;
  return isProxyUrl(url) ? url : undefined;
};
export const positive: Parse<number> = (value) => numberWhere(value, (n) => n > 0 && n <= LONGEST_SECONDS);
export const notNegative: Parse<number> = (value) => numberWhere(value, (n) => n >= 0 && n <= LONGEST_SECONDS);
export const count: Parse<number> = (value) => numberWhere(value, (n) => n > 0 && Number.isInteger(n));
export const seconds: Parse<number> = (milliseconds) =>
  numberWhere(milliseconds, (n) => n >= 0 && n / 1000 <= LONGEST_SECONDS, 1000);
export const unlessFalse: Parse<boolean> = (value) => !["false", "0"].includes(value.trim().toLowerCase());
export const onlyTrue: Parse<boolean> = (value) => value.trim().toLowerCase() === "true";
export const contentMode: Parse<boolean> = (value) => CONTENT_MODES.get(value.trim().toLowerCase());
export const compression: Parse<Compression> = (value) => oneOf(["gzip", "none"], value.trim().toLowerCase());
export const exportMode: Parse<ExportMode> = (value) => oneOf(["batched", "immediate"], value.trim().toLowerCase());
export const names: Parse<readonly string[]> = (value) => {
  const given = value.split(",").flatMap((name) => name.trim() || []);
  return given.length > 0 ? given : undefined;
};
export const logLevel: Parse<LogLevelName> = (value) => oneOf(LOG_LEVELS, value.trim().toUpperCase());

export const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
export const isNames = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
export const isBoolean = (value: unknown): boolean => typeof value === "boolean";
export const isPositive = (value: unknown): boolean => isFinite(value) && value > 0 && value <= LONGEST_SECONDS;
export const isNotNegative = (value: unknown): boolean => isFinite(value) && value >= 0 && value <= LONGEST_SECONDS;
export const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0;
export const isHttpUrl = (value: unknown): boolean =>
  typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** Returns true for an HTTP address whose user and password can be decoded. */
export const isProxyUrl = (value: unknown): boolean => {
  if (!isHttpUrl(value)) return false;
  const { username, password } = new URL(value as string);
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
};

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}

function numberWhere(value: string, accept: (n: number) => boolean, divisor = 1): number | undefined {
  const n = value.trim() === "" ? Number.NaN : Number(value);
  return Number.isFinite(n) && accept(n) ? n / divisor : undefined;
}

function oneOf<T extends string>(allowed: readonly T[], value: string): T | undefined {
  return allowed.find((candidate) => candidate === value);
}
