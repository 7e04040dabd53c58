import type { ObservationFilterColumn } from "../../query/observation-filter-columns.ts";
import { type Comparison, type FilterCondition, columnNamed, comparisonsOf, hasKey } from "./filter-condition.ts";

/** Part of a filter that stands at the end of a text, where typing goes on. */
export interface OpenPart {
  readonly kind: "column" | "key" | "operator" | "value";
  /** Place of its first character. */
  readonly from: number;
  readonly typed: string;
  readonly column?: ObservationFilterColumn;
  readonly comparison?: Comparison;
}

/** Filter that was read from a text. */
export interface FilterReading {
  readonly conditions: readonly FilterCondition[];
  /** Reason why the text is no filter. */
  readonly problem: string | undefined;
  readonly open: OpenPart | undefined;
}

/** Value that needs no quotation marks. */
const BARE = /^[^\s",]+$/;
const QUOTED = /^"(?:[^"\\]|\\.)*"/s;
const AND = /^\s+and(?=\s)/i;
/** Word and column that would begin another condition. */
const OR = /\sor\s+(?:not\s+)?\(?(\w+)/i;

/** Returns conditions as text, such as `level = ERROR and metadata.plan any of gold,silver`. */
export function filterText(conditions: readonly FilterCondition[]): string {
  return conditions.map(conditionText).join(" and ");
}

export function conditionText({ type, column, key, operator, value }: FilterCondition): string {
  const name = key === undefined ? column : `${column}.${quoted(key)}`;
  if (type === "null") return `${name} ${operator}`;
  const values = Array.isArray(value) ? value.map((item) => quoted(String(item))).join(",") : quoted(String(value));
  return `${name} ${operator} ${values}`;
}

/** Returns a text, with quotation marks where it needs them. */
export function quoted(text: string): string {
  return BARE.test(text) ? text : JSON.stringify(text);
}

/** Reads conditions that are joined by `and`. A value may stand without quotation marks up to the next `and`. */
export function readFilter(text: string): FilterReading {
  const reader = new Reader(text);
  const conditions: FilterCondition[] = [];
  try {
    do conditions.push(reader.condition());
    while (reader.takesAnd());
    return { conditions, problem: undefined, open: reader.open };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { conditions, problem: error.message, open: reader.open };
  }
}

class Unreadable extends Error {}

class Reader {
  open: OpenPart | undefined;
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get #rest(): string {
    return this.#text.slice(this.#at);
  }

  condition(): FilterCondition {
    this.#skip(/^\s*/);
    const column = this.#column();
    const key = hasKey(column) ? this.#key(column) : undefined;
    const [operator, comparison] = this.#operator(column);
    const value = this.#value(column, comparison);
    return { type: comparison.type, column, operator, ...(key !== undefined && { key }), value };
  }

  takesAnd(): boolean {
    if (this.#rest.trim() === "") return false;
    if (!AND.test(this.#rest)) throw new Unreadable("Conditions are joined by and");
    this.#skip(AND);
    return true;
  }

  #column(): ObservationFilterColumn {
    const typed = /^\w*/.exec(this.#rest)![0];
    this.open = { kind: "column", from: this.#at, typed };
    const column = columnNamed(typed);
    if (column === undefined)
      throw new Unreadable(typed === "" ? "A column is expected" : `There is no column ${typed}`);
    this.#at += typed.length;
    return column;
  }

  #key(column: ObservationFilterColumn): string {
    if (!this.#rest.startsWith(".")) throw new Unreadable(`${column} needs a key: ${column}.key`);
    this.#at += 1;
    const from = this.#at;
    const quotation = QUOTED.exec(this.#rest)?.[0];
    const typed = quotation ?? /^[^\s"]*/.exec(this.#rest)![0];
    this.open = { kind: "key", from, typed, column };
    this.#at += typed.length;
    const key = quotation === undefined ? typed : unquoted(quotation);
    if (key === "") throw new Unreadable(`${column} needs a key: ${column}.key`);
    return key;
  }

  #operator(column: ObservationFilterColumn): [string, Comparison] {
    if (this.#rest === "") throw new Unreadable("An operator is expected");
    this.#skip(/^\s*/);
    const rest = this.#rest;
    this.open = { kind: "operator", from: this.#at, typed: rest, column };
    const found = comparisonsOf(column)
      .flatMap((comparison) => comparison.operators.map((operator) => [operator, comparison] as const))
      .filter(
        ([operator]) =>
          rest.startsWith(operator) && (!/\w$/.test(operator) || !/^\w/.test(rest.slice(operator.length))),
      )
      .toSorted(([one], [other]) => other.length - one.length)[0];
    if (found === undefined) throw new Unreadable(`One of these is expected: ${operatorsOf(column).join(", ")}`);
    this.#at += found[0].length;
    return [...found];
  }

  #value(column: ObservationFilterColumn, comparison: Comparison): FilterCondition["value"] {
    if (comparison.value === "none") {
      this.open = undefined;
      return "";
    }
    const items: string[] = [];
    do {
      this.#skip(items.length === 0 ? /^\s*/ : /^\s*,\s*/);
      const from = this.#at;
      const quotation = QUOTED.exec(this.#rest)?.[0];
      const end = comparison.value === "list" ? /^(?:(?!(?<!\s)\s+and\s)[^,])*/is : /^(?:(?!(?<!\s)\s+and\s).)*/is;
      const typed = quotation ?? end.exec(this.#rest)![0];
      this.open = { kind: "value", from, typed, column, comparison };
      if (typed === "") throw new Unreadable("A value is expected");
      if (quotation === undefined && columnNamed(OR.exec(typed)?.[1] ?? "") !== undefined) {
        throw new Unreadable('Conditions are joined only by and. A value with "or" in it needs quotation marks');
      }
      this.#at += typed.length;
      items.push(quotation === undefined ? typed.trim() : unquoted(quotation));
    } while (comparison.value === "list" && /^\s*,/.test(this.#rest));
    return valueOf(items, comparison);
  }

  #skip(pattern: RegExp): void {
    this.#at += pattern.exec(this.#rest)?.[0].length ?? 0;
  }
}

export function operatorsOf(column: ObservationFilterColumn): readonly string[] {
  return comparisonsOf(column).flatMap(({ operators }) => operators);
}

function unquoted(quotation: string): string {
  try {
    return JSON.parse(quotation) as string;
  } catch {
    return quotation.slice(1, -1);
  }
}

function valueOf(items: readonly string[], { value }: Comparison): FilterCondition["value"] {
  const [first = ""] = items;
  if (value === "text") return first;
  if (value === "list") return items;
  if (value === "number") {
    if (!Number.isFinite(Number(first))) throw new Unreadable("A number is expected");
    return Number(first);
  }
  if (value === "boolean") {
    if (first !== "true" && first !== "false") throw new Unreadable("true or false is expected");
    return first === "true";
  }
  if (Number.isNaN(Date.parse(first))) throw new Unreadable("A date and time is expected, such as 2026-11-22T10:00Z");
  return new Date(first).toISOString();
}
