import { PART_NAMES, USAGE_SOURCES } from "../../src/core/values/usage-spellings.ts";
import { USAGE_KINDS } from "../../src/core/values/usage-kinds.ts";
import { markdownTable } from "./markdown-table.ts";

/** Returns the table of the kinds of usage. */
export function usageKindsTable(): string {
  return markdownTable(
    ["Kind", "Part of", "Unit", "Meaning"],
    USAGE_KINDS.map(({ kind, partOf, unit, meaning }) => [code(kind), partOf ? code(partOf) : "", unit, meaning]),
  );
}

/** Returns the table of the names under which providers, libraries and conventions report the kinds. */
export function usageNamesTable(): string {
  const rows = USAGE_SOURCES.filter(({ own }) => own === undefined).map((source) => [
    source.source,
    source.version,
    names(source.inside),
    names({ ...source.beside, ...source.extra }),
    [...Object.keys(source.details ?? {}), ...Object.keys(source.modalities ?? {}), ...(source.objects ?? [])]
      .map(code)
      .join(", "),
  ]);
  return markdownTable(["Source", "Version", "Contained in input or output", "Beside them", "Objects and lists"], rows);
}

/** Returns the table of the names in objects of details. */
export function partNamesTable(): string {
  const sides = Object.entries(PART_NAMES).map(([side, kinds]) => [side, names(kinds)]);
  return markdownTable(["Details of", "Names"], sides);
}

/** Returns each kind with its names. */
function names(spellings: Readonly<Record<string, string>> = {}): string {
  const byKind = Map.groupBy(Object.entries(spellings), ([, kind]) => kind);
  return [...byKind]
    .map(([kind, entries]) => `${code(kind)}: ${entries.map(([name]) => code(name)).join(", ")}`)
    .join("; ");
}

function code(name: string): string {
  return `\`${name}\``;
}
