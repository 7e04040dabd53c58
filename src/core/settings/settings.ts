import { hideCredentials } from "../logging/hide-credentials.ts";
import { logger } from "../logging/logger.ts";
import { resolve, type InvalidSetting, type Resolved, type Setting } from "./setting.ts";
import { settings, type SettingName, type SettingValue } from "./settings-table.ts";

/**
 * Resolves one setting: the option given in code, then its environment variables in order, then its default.
 * An invalid value causes one warning, and the next source is used. Never throws.
 */
export function resolveSetting<N extends SettingName>(name: N, option?: SettingValue<N>): Resolved<SettingValue<N>> {
  const row = settings[name] as unknown as Setting<SettingValue<N>>;
  const resolved = resolve(row, option);
  for (const problem of resolved.invalid) warnAbout(name, row, problem, resolved);
  return resolved;
}

/**
 * Returns every setting with its value, its source and its invalid values. Secrets, including those in a URL, are shown as
 * `***`.
 */
export function describeSettings(): Array<{
  name: SettingName;
  setting: Setting<unknown>;
  resolved: Resolved<unknown>;
}> {
  return (Object.keys(settings) as SettingName[]).map((name) => {
    const row = settings[name] as unknown as Setting<unknown>;
    const resolved = resolve(row);
    const { value } = resolved;
    if (row.secret && value !== undefined)
      return { name, setting: row, resolved: { ...resolved, value: "***", invalid: [] } };
    const shown = typeof value === "string" ? hideCredentials(value) : value;
    return { name, setting: row, resolved: { ...resolved, value: shown } };
  });
}

/** Returns a setting's value as text for output. The user and password of a URL are not shown. Never throws. */
export function formatSettingValue(value: unknown): string {
  if (value === undefined) return "(not set)";
  if (Array.isArray(value)) return formatSettingValue(value.join(","));
  if (typeof value === "string") return JSON.stringify(hideCredentials(value));
  return typeof value === "number" || typeof value === "boolean" ? String(value) : `a ${typeof value}`;
}

function warnAbout(name: string, row: Setting<unknown>, problem: InvalidSetting, used: Resolved<unknown>): void {
  const what = problem.source === "option" ? `The option ${name}` : problem.source;
  const given = row.secret ? "***" : formatSettingValue(problem.value);
  const unit = row.unit === undefined ? "" : ` (in ${row.unit})`;
  const value = row.secret ? "another value" : formatSettingValue(used.value);
  logger.warnOnce(`${what} is ${given}, but must be ${row.accepts}${unit}. Using ${value} (${used.source}) instead.`);
}
