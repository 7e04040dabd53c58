import { hideCredentials, rememberSecret } from "../logging/hide-credentials.ts";
import { logger } from "../logging/logger.ts";
import { resolveSilently, type InvalidSetting, type Resolved, type Setting } from "../settings/setting.ts";

/**
 * Resolves one setting: the option given in code, then its environment variables in order, then its default.
 * An invalid value causes one warning, and the next source is used. Never throws.
 */
export function resolveSetting<T>(setting: Setting<T>, option?: T): Resolved<T> {
  const resolved = resolveSilently(setting, option);
  if (setting.secret && typeof resolved.value === "string") rememberSecret(resolved.value);
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

/** Returns a text that names an invalid value, its source, and the values that the source accepts. Never shows a secret. */
export function describeInvalid(setting: Setting<unknown>, { source, value }: InvalidSetting): string {
  const what = source === "option" ? `The option ${setting.name}` : source;
  const given = setting.secret ? "***" : formatSettingValue(value);
  const { accepts } = setting.variableKinds?.[source] ?? setting.kind;
  const { unit } = setting.variableKinds?.[source] ?? setting;
  return `${what} is ${given}, but must be ${accepts}${unit === undefined ? "" : ` (in ${unit})`}`;
}

function warnAbout(setting: Setting<unknown>, problem: InvalidSetting, { value, source }: Resolved<unknown>): void {
  const used = setting.secret ? "another value" : formatSettingValue(value);
  logger.warnOnce(`${describeInvalid(setting, problem)}. Using ${used} (${source}) instead.`);
}
