import type { LogLevelName } from "../names/log-level.ts";
import type { SettingKind, VariableKind } from "./setting.ts";

/** Body compression of span exports. */
export type Compression = "gzip" | "none";

/** Mode of span export: spans leave in batches, or each span leaves as it ends. */
export type ExportMode = "batched" | "immediate";

/** Form of spans for a backend that is not the service: OpenTelemetry's conventions, or those with OpenInference's attributes beside them. */
export type GenAiDialect = "conventions" | "openinference";

/** Longest delay of a runtime timer, in seconds. A timer with a longer delay would fire at once. */
const LONGEST_SECONDS = 2_147_483;

const COMPRESSIONS: readonly Compression[] = ["gzip", "none"];
const DIALECTS: readonly GenAiDialect[] = ["conventions", "openinference"];
const EXPORT_MODES: readonly ExportMode[] = ["batched", "immediate"];
/** Names of the log levels, from the most verbose to silence. */
const LOG_LEVELS: readonly LogLevelName[] = ["DEBUG", "INFO", "WARN", "ERROR", "NONE"];

/**
 * Values of the OpenTelemetry variable for message content: true when content is written on spans. Content that belongs
 * only in events is not written on spans.
 */
const CONTENT_MODES: ReadonlyMap<string, boolean> = /* @__PURE__ */ new Map([
  ["true", true],
  ["1", true],
  ["span_only", true],
  ["span_and_event", true],
  ["false", false],
  ["0", false],
  ["event_only", false],
  ["no_content", false],
]);

// Kinds of settings. A bundle carries the kinds of the settings it reads.

export const text: SettingKind<string> = { accepts: "a non-empty text", parse: trimmed, isValid: isText };

export const filePath: SettingKind<string> = { accepts: "the path of a file", parse: trimmed, isValid: isText };

export const hosts: SettingKind<string> = {
  accepts: "host, host:port, .domain or *, separated by commas",
  parse: trimmed,
  isValid: isText,
};

export const httpUrl: SettingKind<string> = {
  accepts: "an http:// or https:// URL",
  parse: (value) => (isHttpUrl(value) ? value.trim() : undefined),
  isValid: isHttpUrl,
};

export const proxyUrl: SettingKind<string> = {
  accepts: "an http:// or https:// URL, or host:port",
  parse: (value) => {
    const url = value.includes("://") ? value.trim() : `http://${value.trim()}`;
    return isProxyUrl(url) ? url : undefined;
  },
  isValid: isProxyUrl,
};

export const positive: SettingKind<number> = {
  accepts: "a finite number above 0, at most 2147483",
  parse: (value) => numberWhere(value, isPositive),
  isValid: isPositive,
};

export const notNegative: SettingKind<number> = {
  accepts: "a finite number from 0 to 2147483",
  parse: (value) => numberWhere(value, isNotNegative),
  isValid: isNotNegative,
};

/** Milliseconds in a variable of a setting in seconds. */
export const milliseconds: VariableKind<number> = {
  accepts: "a finite number from 0 to 2147483000",
  unit: "milliseconds",
  parse: (value) => {
    const given = numberWhere(value, (n) => isNotNegative(n / 1000));
    return given === undefined ? undefined : given / 1000;
  },
};

export const count: SettingKind<number> = {
  accepts: "an integer above 0",
  parse: (value) => numberWhere(value, isCount),
  isValid: isCount,
};

export const names: SettingKind<readonly string[]> = {
  accepts: "names, separated by commas",
  parse: (value) => {
    const given = value.split(",").flatMap((name) => name.trim() || []);
    return given.length > 0 ? given : undefined;
  },
  isValid: (value) => Array.isArray(value) && value.every(isText),
};

export const unlessFalse: SettingKind<boolean> = {
  accepts: "a boolean; as a variable, false or 0 switches it off",
  parse: (value) => !["false", "0"].includes(value.trim().toLowerCase()),
  isValid: isBoolean,
};

export const onlyTrue: SettingKind<boolean> = {
  accepts: "a boolean; as a variable, true switches it on",
  parse: (value) => value.trim().toLowerCase() === "true",
  isValid: isBoolean,
};

export const contentMode: SettingKind<boolean> = {
  accepts: "a boolean; as a variable, true or false, or SPAN_ONLY, EVENT_ONLY, SPAN_AND_EVENT or NO_CONTENT",
  parse: (value) => CONTENT_MODES.get(value.trim().toLowerCase()),
  isValid: isBoolean,
};

export const compression: SettingKind<Compression> = {
  accepts: '"gzip" or "none"',
  parse: (value) => oneOf(COMPRESSIONS, value.trim().toLowerCase()),
  isValid: (value) => COMPRESSIONS.includes(value as Compression),
};

export const exportMode: SettingKind<ExportMode> = {
  accepts: '"batched" or "immediate"',
  parse: (value) => oneOf(EXPORT_MODES, value.trim().toLowerCase()),
  isValid: (value) => EXPORT_MODES.includes(value as ExportMode),
};

export const genAiDialect: SettingKind<GenAiDialect> = {
  accepts: '"conventions" or "openinference"',
  parse: (value) => oneOf(DIALECTS, value.trim().toLowerCase()),
  isValid: (value) => DIALECTS.includes(value as GenAiDialect),
};

export const logLevel: SettingKind<LogLevelName> = {
  accepts: "DEBUG, INFO, WARN, ERROR, NONE",
  parse: (value) => oneOf(LOG_LEVELS, value.trim().toUpperCase()),
  isValid: (value) => LOG_LEVELS.includes(value as LogLevelName),
};

function trimmed(value: string): string | undefined {
  return value.trim() || undefined;
}

function oneOf<T extends string>(allowed: readonly T[], value: string): T | undefined {
  return allowed.find((candidate) => candidate === value);
}

function numberWhere(value: string, accept: (n: number) => boolean): number | undefined {
  const n = value.trim() === "" ? Number.NaN : Number(value);
  return accept(n) ? n : undefined;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function isPositive(value: unknown): boolean {
  return isNotNegative(value) && value !== 0;
}

function isNotNegative(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= LONGEST_SECONDS;
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) > 0;
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Returns true for an HTTP address whose user and password can be decoded. */
function isProxyUrl(value: unknown): boolean {
  if (!isHttpUrl(value)) return false;
  const { username, password } = new URL(value as string);
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}
