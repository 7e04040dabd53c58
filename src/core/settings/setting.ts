import { getEnv } from "./env.ts";

/** Environment variable of a setting. */
export interface SettingVariable<T> {
  readonly name: string;
  /** Turns the variable's text into the setting's value, in the setting's unit; undefined when the text is not valid. */
  readonly parse: (text: string) => T | undefined;
}

/** Row of the settings table: all facts about a setting at run time. */
export interface Setting<T> {
  /** Accepted values in words, for the warning about an invalid value. */
  readonly accepts: string;
  readonly unit?: "seconds" | "milliseconds" | "bytes" | "spans" | "scores";
  readonly default: T;
  /** Environment variables in order of precedence, after the option given in code. */
  readonly variables: readonly SettingVariable<T>[];
  /** Returns true when a value given in code is usable. */
  readonly isValid: (value: unknown) => boolean;
  /** True when the value is never shown in output. */
  readonly secret?: true;
}

/** Value that was set but cannot be used, and its source. */
export interface InvalidSetting {
  readonly source: string;
  readonly value: unknown;
}

/** Value of a setting and its source: `option`, the name of a variable, or `default`. */
export interface Resolved<T> {
  readonly value: T;
  readonly source: string;
  /** Values that were set but cannot be used, in order of precedence. */
  readonly invalid: readonly InvalidSetting[];
}

/** Resolves a setting from its sources in order. The first valid value wins. Invalid values are collected and skipped. */
export function resolve<T>(setting: Setting<T>, option?: T): Resolved<T> {
  const invalid: InvalidSetting[] = [];
  if (option !== undefined) {
    if (setting.isValid(option)) return { value: option, source: "option", invalid };
    invalid.push({ source: "option", value: option });
  }
  for (const { name, parse } of setting.variables) {
    const text = getEnv(name);
    if (text === undefined) continue;
    const value = parse(text);
    if (value !== undefined) return { value, source: name, invalid };
    invalid.push({ source: name, value: text });
  }
  return { value: setting.default, source: "default", invalid };
}
