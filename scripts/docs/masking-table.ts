import { EXACT_NAMES } from "../../src/otel/masking/exact-names.ts";
import { markdownTable } from "./markdown-table.ts";

/** Returns the table of the attributes that no mask sees, by topic. */
export function exactNamesTable(): string {
  return markdownTable(
    ["Topic", "Attributes"],
    Object.entries(EXACT_NAMES).map(([topic, names]) => [topic, names.map((name) => `\`${name}\``).join(", ")]),
  );
}
