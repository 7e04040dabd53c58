import type { PreloadConfig } from "../config.ts";

const isFunction = (value: unknown): boolean => typeof value === "function";

/** Options, each with what it must be, and the test of it. */
const OPTIONS: Readonly<Record<keyof PreloadConfig, readonly [wanted: string, isUsable: (value: unknown) => boolean]>> =
  {
    mask: ["a function", isFunction],
    shouldExportSpan: ["a function", isFunction],
    resourceAttributes: ["an object of texts, numbers, booleans and lists of them", isAttributes],
  };

export const OPTION_NAMES = Object.keys(OPTIONS) as Array<keyof PreloadConfig>;

/** Returns why a value cannot be the options of the preload; undefined when it can. Never shows a value. */
export function problemOf(config: unknown): string | undefined {
  if (!isObject(config)) return `it must be an object, such as defineConfig({ mask }), and is ${kindOf(config)}`;
  for (const [name, value] of Object.entries(config)) {
    if (!Object.hasOwn(OPTIONS, name))
      return `there is no option ${JSON.stringify(name)}. There are: ${OPTION_NAMES.join(", ")}`;
    const [wanted, isUsable] = OPTIONS[name as keyof PreloadConfig];
    if (value !== undefined && !isUsable(value)) return `${name} must be ${wanted}, and is ${kindOf(value)}`;
  }
  return undefined;
}

/** Returns the names of the options that are set. */
export function setOptions(config: PreloadConfig): string[] {
  return OPTION_NAMES.filter((name) => config[name] !== undefined);
}

function isAttributes(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.values(value).every((each) => isPlain(each) || (Array.isArray(each) && each.every(isPlain)))
  );
}

function isPlain(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value === "undefined" ? "missing" : `of type ${typeof value}`;
}
