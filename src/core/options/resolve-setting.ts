import { hideCredentials } from "../logging/hide-credentials.ts";
import { logger } from "../logging/logger.ts";
import { resolveSilently, type InvalidSetting, type Resolved, type Setting } from "../settings/setting.ts";

/**
 * Resolves one setting: the option given in code, then its environment variables in order, then its default.
 * An invalid value causes one warning, and the next source is used. Never throws.
 */
export function resolveSetting<T>(setting: Setting<T>, option?: T): Resolved<T> {
  const resolved = resolveSilently(setting, option);
  for (const problem of resolved.invalid) warnAbout(setting, problem, resolved);
  return resolved;
}

/** Returns a setting's value as text for output. The user and password of a URL are not shown. Never throws. */
export function formatSettingValue(value: unknown): string {
  if (value === undefined) return "(not set)";
  if (Array.isArray(value)) return formatSettingValue(value.join(","));
  if (typeof value === "string") return JSON.stringify(hideCredentials(value));
  return typeof value === "number" || typeof value === "boolean" ? String(value) : `a ${typeof value}`;
}

function warnAbout(
  { name, kind, unit, secret }: Setting<unknown>,
  problem: InvalidSetting,
  used: Resolved<unknown>,
): void {
  const what = problem.source === "option" ? `The option ${name}` : problem.source;
  const given = secret ? "***" : formatSettingValue(problem.value);
  const value = secret ? "another value" : formatSettingValue(used.value);
  logger.warnOnce(
    `${what} is ${given}, but must be ${kind.accepts}${unit === undefined ? "" : ` (in ${unit})`}. ` +
      `Using ${value} (${used.source}) instead.`,
  );
}
