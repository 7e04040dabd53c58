import { getEnv } from "../runtime/env.ts";

/** Kind of value that a setting accepts, from code and from an environment variable. */
export interface SettingKind<T> {
  /** Accepted values in words, for the warning about an invalid value. */
  readonly accepts: string;
  /** Turns the text of a variable into the value; undefined when the text is not valid. */
  readonly parse: (text: string) => T | undefined;
  /** Returns true when a value given in code is usable. */
  readonly isValid: (value: unknown) => boolean;
}

/** Kind of value of a variable that holds another unit than its setting. */
export interface VariableKind<T> extends Pick<SettingKind<T>, "accepts" | "parse"> {
  readonly unit: string;
}

/** Row of the settings table: all facts about a setting at run time. */
export interface Setting<T> {
  /** Name of the option in code. */
  readonly name: string;
  readonly kind: SettingKind<NonNullable<T>>;
  readonly unit?: "seconds" | "bytes" | "spans" | "scores";
  readonly default: T;
  /** Environment variables in order of precedence, after the option given in code. */
  readonly variables: readonly string[];
  /** Kinds of the variables that hold another unit than the setting. */
  readonly variableKinds?: Readonly<Record<string, VariableKind<NonNullable<T>>>>;
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

/**
 * Resolves a setting from its sources in order, and writes no log line. The first valid value wins. Invalid values are
 * collected and skipped.
 */
export function resolveSilently<T>(setting: Setting<T>, option?: T): Resolved<T> {
  const { kind, variables, variableKinds } = setting;
  const invalid: InvalidSetting[] = [];
  if (option !== undefined) {
    if (kind.isValid(option)) return { value: option, source: "option", invalid };
    invalid.push({ source: "option", value: option });
  }
  for (const name of variables) {
    const text = getEnv(name);
    if (text === undefined) continue;
    const value = (variableKinds?.[name] ?? kind).parse(text);
    if (value !== undefined) return { value, source: name, invalid };
    invalid.push({ source: name, value: text });
  }
  return { value: setting.default, source: "default", invalid };
}
