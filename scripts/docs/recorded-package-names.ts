import { PRELOAD_ROWS } from "./preload-rows.ts";

/** Names of the packages whose calls the preload records, in the order of its table. */
const NAMES: readonly string[] = [...new Set(PRELOAD_ROWS.flatMap(({ modules }) => modules))];

/** Returns the source file with the names, for `@svc/create`, which imports no other package. */
export function recordedPackageNamesFile(): string {
  return `// Generated from instrumentations/index.ts by \`npm run docs\`. Do not edit.

/** Packages whose calls the preload records, in the order of its table of instrumentations. */
export const RECORDED_PACKAGES: readonly string[] = [
${NAMES.map((name) => `  ${JSON.stringify(name)},\n`).join("")}];
`;
}

/** Returns the names in one sentence of a page. */
export function recordedPackageNames(): string {
  return `${NAMES.map((name) => `\`${name}\``).join(", ")}.`;
}
