import { CHANGED_SINCE_4, NAMES_OF_4 } from "../../src/migrate/names-of-4.ts";
import { REMOVED_NAMES, REQUEST_PLACEHOLDERS, type RemovedName } from "../../src/migrate/removed-names.ts";
import { replacementOf } from "../../src/migrate/names.ts";
import { withGeneratedPart } from "./generated-part.ts";
import { markdownTable } from "./markdown-table.ts";

const SOURCE = "src/migrate/removed-names.ts";

/** Returns the page about moving from generation 5 with its tables of removed names and of operations. */
export function migrationPage(page: string): string {
  const names = withGeneratedPart(page, SOURCE, removedNames());
  return withGeneratedPart(names, `operations of ${SOURCE}`, operations());
}

/** Returns the page about moving from Langfuse with its table of names of version 4. */
export function langfusePage(page: string): string {
  return withGeneratedPart(page, "src/migrate/names-of-4.ts", tableOf([...NAMES_OF_4, ...CHANGED_SINCE_4]));
}

/** Owners of names, as code shows them. */
const HOLDERS: Partial<Record<RemovedName["owner"], string>> = {
  SvcClient: "client.",
  api: "api.",
  observation: "span.",
  event: "event.",
  "dataset item": "item.",
  "experiment result": "result.",
  SvcBrowserError: "error.",
  legacy: "legacy.",
};

const isType = ({ owner }: RemovedName): boolean => owner === "type";

const removedNames = (): string => tableOf(REMOVED_NAMES);

/** Returns one row for each name; types that have the same replacement share one. */
function tableOf(names: readonly RemovedName[]): string {
  const rows = Map.groupBy(names, (row) => (isType(row) ? row.now : row));
  return markdownTable(
    ["Removed", "Replacement", "Handled"],
    Array.from(rows.values(), (group) => [
      group.map((row) => `\`${nameOf(row)}\``).join(", "),
      isType(group[0]!) ? group[0]!.now : `\`${replacementOf(withOwner(group[0]!))}\``,
      group[0]!.handling.replace("renamed", "rewritten"),
    ]),
  );
}

/** Returns a name with what has it, as code shows it. */
function nameOf({ owner, name }: RemovedName): string {
  return `${HOLDERS[owner] ?? ""}${name}`;
}

/** Returns a row whose replacement begins as its name does. */
function withOwner(row: RemovedName): RemovedName {
  return row.handling === "listed"
    ? row
    : { ...row, now: `${row.owner === "legacy" ? "" : (HOLDERS[row.owner] ?? "")}${row.now}` };
}

function operations(): string {
  const groups = Map.groupBy(Object.keys(REQUEST_PLACEHOLDERS), (name) => name.slice(0, name.lastIndexOf(".")));
  return markdownTable(
    ["Group", "Operations"],
    Array.from(groups, ([group, names]) => [
      `\`api.${group}\``,
      names.map((name) => `\`${name.slice(group.length + 1)}\``).join(", "),
    ]),
  );
}
