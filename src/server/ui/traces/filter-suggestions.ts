import { FILTER_COLUMNS, hasKey } from "../../query/filter-condition.ts";
import { OBSERVATION_FILTER_COLUMNS } from "../../query/observation-filter-columns.ts";
import { type OpenPart, operatorsOf, quoted } from "../../query/filter-text.ts";

/** Text that can stand in place of the open part of a filter. */
export interface Suggestion {
  readonly label: string;
  readonly text: string;
}

const MOST = 50;

/** Returns what can stand in place of the open part, what begins with the typed text first. `known` are values of its column. */
export function suggestionsFor(open: OpenPart | undefined, known: readonly string[]): readonly Suggestion[] {
  if (open === undefined) return [];
  const typed = open.typed.replace(/^"/, "").toLowerCase();
  const has = ({ label }: Suggestion): boolean => label.toLowerCase().includes(typed);
  const isStart = ({ label }: Suggestion): boolean => label.toLowerCase().startsWith(typed);
  const all = allFor(open, known).filter(has);
  const first = all.filter(isStart);
  return [...first, ...all.filter((suggestion) => !first.includes(suggestion))].slice(0, MOST);
}

function allFor({ kind, column, comparison }: OpenPart, known: readonly string[]): Suggestion[] {
  switch (kind) {
    case "column":
      return FILTER_COLUMNS.map((name) => ({
        label: name,
        text: hasKey(OBSERVATION_FILTER_COLUMNS, name) ? `${name}.` : `${name} `,
      }));
    case "operator":
      return (column === undefined ? [] : operatorsOf(column)).map((name) => ({ label: name, text: `${name} ` }));
    case "key":
      return known.map((key) => ({ label: key, text: `${quoted(key)} ` }));
    case "value":
      break;
  }
  const values = comparison?.value === "boolean" ? ["true", "false"] : known;
  return values.map((value) => ({ label: value, text: quoted(value) }));
}
