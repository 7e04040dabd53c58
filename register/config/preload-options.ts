import type { PreloadConfig } from "../config.ts";

/** Options of this process; a promise of them while their file is loaded, and of undefined when it cannot be used. */
export type Options = PreloadConfig | Promise<PreloadConfig | undefined>;

let options: Options = {};
let file: string | undefined;

export function preloadOptions(): Options {
  return options;
}

/** Returns the path of the file that the options come from; undefined without one. */
export function optionsFile(): string | undefined {
  return file;
}

export function setPreloadOptions(taken: Options): void {
  options = taken;
}

/** Sets the path of the file that the options come from. */
export function setOptionsFile(path: string): void {
  file = path;
}
