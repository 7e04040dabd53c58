import { getEnv } from "./env.ts";

/** One environment variable of a setting. */
export interface SettingVariable<T> {
  readonly name: string;
  /** Turns the variable's text into the setting's value, in the setting's unit; undefined when the text is not valid. */
  readonly parse: (text: string) => T | undefined;
}

/** One row of the settings table: everything there is to know about a setting at run time. */
export interface Setting<T> {
  /** What is accepted, in words, for the warning about an invalid value. */
  readonly accepts: string;
  readonly unit?: "seconds" | "milliseconds" | "bytes" | "spans" | "scores";
  readonly default: T;
  /** Environment variables in order of precedence, after the option given in code. */
  readonly variables: readonly SettingVariable<T>[];
  /** Whether a value given in code is usable. */
  readonly isValid: (value: unknown) => boolean;
  /** Never shown in output. */
  readonly secret?: true;
}

/** A value that was set and could not be used. */
export interface InvalidSetting {
  readonly source: string;
  readonly value: unknown;
}

/** A setting's value and where it came from: `option`, the name of a variable, or `default`. */
export interface Resolved<T> {
  readonly value: T;
  readonly source: string;
  /** What was set but not usable, in order of precedence. */
  readonly invalid: readonly InvalidSetting[];
}

/** Goes through a setting's sources in order; the first valid one wins, an invalid one is noted and passed over. */
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
