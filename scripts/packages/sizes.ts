import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Sizes that were measured last, in kilobytes (1000 bytes). */
export interface Sizes {
  /** Archives that are downloaded, and their files when they are installed, by package. */
  readonly packages: Readonly<Record<string, { readonly archive: number; readonly installed: number }>>;
  /** Bundles with one import, by the import: `name package`, or `name package platform`. */
  readonly bundles: Readonly<Record<string, number>>;
}

/** File of the sizes. `npm run size -- --write` measures them anew. */
export const SIZES_FILE: string = join(import.meta.dirname, "sizes.json");

/** Factor by which a size may grow before a check fails. */
const TOLERANCE = 1.05;

/** Most kilobytes that a size in the file is below what was measured: sizes are rounded to one decimal. */
const ROUNDING = 0.05;

export function readSizes(): Sizes {
  return JSON.parse(readFileSync(SIZES_FILE, "utf8")) as Sizes;
}

/** Returns a message if the size is missing in the file or more than 5 % above it. */
export function faultOfSize(name: string, kilobytes: number, kept: number | undefined): string | undefined {
  if (kept === undefined) return `${name} has no size in scripts/packages/sizes.json: run \`npm run size -- --write\`.`;
  if (kilobytes <= (kept + ROUNDING) * TOLERANCE) return undefined;
  return (
    `${name} has ${kilobytes.toFixed(1)} kB, more than 5 % above the ${kept} kB in scripts/packages/sizes.json. ` +
    "Make it smaller, or run `npm run size -- --write` and give the reason in the commit."
  );
}
