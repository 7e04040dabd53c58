import type { FilterColumns } from "./filter-columns.ts";
import {
  type Comparison,
  type FilterCondition,
  type FilterTerm,
  MAX_CONDITIONS,
  MAX_LEVELS,
  comparisonsOf,
  hasKey,
} from "./filter-condition.ts";
import { OBSERVATION_FILTER_COLUMNS } from "./observation-filter-columns.ts";

/** Part of a filter that stands at the end of a text, where typing goes on. */
export interface OpenPart {
  readonly kind: "column" | "key" | "operator" | "value";
  /** Position of its first character. */
  readonly from: number;
  readonly typed: string;
  readonly column?: string;
  readonly comparison?: Comparison;
}

/** Filter that was read from a text. */
export interface FilterReading {
  /** Terms that must all be met; none if the text is no filter. */
  readonly terms: readonly FilterTerm[];
  readonly problem: FilterProblem | undefined;
  readonly open: OpenPart | undefined;
}

/** Reason why a text is no filter. */
export interface FilterProblem {
  readonly message: string;
  /** Position of the character where reading ended. */
  readonly at: number;
}

/** Most characters of a filter. */
const LONGEST = 5_000;

/** Value that needs no quotation marks. */
const BARE = /^[^\s",()]+$/;
const QUOTED = /"(?:[^"\\]|\\.)*"/sy;
const JOINING = ["and", "or"] as const;
const WORDS: ReadonlySet<string> = new Set([...JOINING, "not"]);

/** Returns terms that must all be met as text, such as `level = ERROR and (name = a or not tags any of gold,silver)`. */
export function filterText(terms: readonly FilterTerm[]): string {
  return terms.map((term) => textWithin(term, "all", terms.length > 1)).join(" and ");
}

function textWithin(term: FilterTerm, outer: FilterTerm["type"], isOneOfMany: boolean): string {
  if (!("filters" in term)) return conditionText(term);
  const { type, filters } = term;
  const isMany = filters.length > 1;
  if (type === "not") return `not ${isMany ? `(${filterText(filters)})` : textWithin(filters[0]!, "not", true)}`;
  const text = filters.map((inner) => textWithin(inner, type, isMany)).join(type === "any" ? " or " : " and ");
  return isMany && isOneOfMany && !(type === "all" && outer === "any") ? `(${text})` : text;
}

function conditionText({ type, column, key, operator, value }: FilterCondition): string {
  const name = key === undefined ? column : `${column}.${quoted(key)}`;
  if (type === "null") return `${name} ${operator}`;
  const values = Array.isArray(value) ? value.map((item) => quoted(String(item))).join(",") : quoted(String(value));
  return `${name} ${operator} ${values}`;
}

/** Returns a text, with quotation marks where it needs them. */
export function quoted(text: string): string {
  return BARE.test(text) && !WORDS.has(text.toLowerCase()) ? text : JSON.stringify(text);
}

/**
 * Reads conditions that `and`, `or`, `not` and parentheses join; `and` binds closer than `or`. A value may stand without quotation marks up
 * to the next of these words.
 */
export function readFilter(text: string, columns: FilterColumns = OBSERVATION_FILTER_COLUMNS): FilterReading {
  const reader = new Reader(text, columns);
  try {
    return { terms: reader.whole(), problem: undefined, open: reader.open };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { terms: [], problem: { message: error.message, at: error.at }, open: reader.open };
  }
}

class Unreadable extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

class Reader {
  open: OpenPart | undefined;
  readonly #text: string;
  readonly #columns: FilterColumns;
  #at = 0;
  #conditions = 0;

  constructor(text: string, columns: FilterColumns) {
    this.#text = text;
    this.#columns = columns;
  }

  whole(): readonly FilterTerm[] {
    if (this.#text.length > LONGEST) throw new Unreadable(`A filter has at most ${LONGEST} characters`, LONGEST);
    const term = this.#any(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) {
      const isClosing = this.#text[this.#at] === ")";
      throw new Unreadable(
        isClosing ? "This parenthesis closes nothing" : "Conditions are joined by and or or",
        this.#at,
      );
    }
    return term.type === "all" && "filters" in term ? term.filters : [term];
  }

  #any(level: number): FilterTerm {
    const terms = [this.#all(level)];
    while (this.#takes("or")) terms.push(this.#all(level));
    return joined("any", terms);
  }

  #all(level: number): FilterTerm {
    const terms = [this.#term(level)];
    while (this.#takes("and")) terms.push(this.#term(level));
    return joined("all", terms);
  }

  #term(level: number): FilterTerm {
    this.#skipSpace();
    const start = this.#at;
    if (level > MAX_LEVELS) throw new Unreadable(`A filter has at most ${MAX_LEVELS} levels`, start);
    if (this.#takes("not")) return { type: "not", filters: [this.#term(level + 1)] };
    if (this.#text[this.#at] !== "(") return this.#condition();
    this.#at += 1;
    const term = this.#any(level + 1);
    this.#skipSpace();
    if (this.#text[this.#at] !== ")") throw new Unreadable("A closing parenthesis is expected", this.#at);
    this.#at += 1;
    this.open = undefined;
    return term;
  }

  #condition(): FilterCondition {
    this.#conditions += 1;
    if (this.#conditions > MAX_CONDITIONS)
      throw new Unreadable(`A filter has at most ${MAX_CONDITIONS} conditions`, this.#at);
    const column = this.#column();
    const key = hasKey(this.#columns, column) ? this.#key(column) : undefined;
    const [operator, comparison] = this.#operator(column);
    const value = this.#value(column, comparison);
    return { type: comparison.type, column, operator, ...(key !== undefined && { key }), value };
  }

  #column(): string {
    const from = this.#at;
    const typed = this.#match(/\w*/y);
    // Directly after a word that joins, typing does not begin a column.
    const isApart = from === 0 || /[\s(]/.test(this.#text[from - 1]!);
    this.open = isApart ? { kind: "column", from, typed } : undefined;
    if (Object.hasOwn(this.#columns, typed)) return typed;
    throw new Unreadable(typed === "" ? "A column is expected" : `There is no column ${typed}`, from);
  }

  #key(column: string): string {
    const missing = new Unreadable(`${column} needs a key: ${column}.key`, this.#at);
    if (this.#text[this.#at] !== ".") throw missing;
    this.#at += 1;
    const from = this.#at;
    const quotation = this.#match(QUOTED);
    const typed = quotation || this.#match(/[^\s"()]*/y);
    this.open = { kind: "key", from, typed, column };
    const key = quotation === "" ? typed : unquoted(quotation);
    if (key === "") throw missing;
    return key;
  }

  #operator(column: string): [string, Comparison] {
    if (this.#at === this.#text.length) throw new Unreadable("An operator is expected", this.#at);
    this.#skipSpace();
    const rest = this.#text.slice(this.#at);
    this.open = { kind: "operator", from: this.#at, typed: rest, column };
    const found = comparisonsOf(this.#columns, column)
      .flatMap((comparison) => comparison.operators.map((operator) => [operator, comparison] as const))
      .filter(([operator]) => this.#isWord(operator, this.#at))
      .toSorted(([one], [other]) => other.length - one.length)[0];
    if (found === undefined) {
      const expected = operatorsOf(column, this.#columns).join(", ");
      throw new Unreadable(`One of these is expected: ${expected}`, this.#at);
    }
    this.#at += found[0].length;
    return [...found];
  }

  #value(column: string, comparison: Comparison): FilterCondition["value"] {
    this.open = undefined;
    if (comparison.value === "none") return "";
    const isList = comparison.value === "list";
    const items: string[] = [];
    let from = this.#at;
    for (let isNext = true; isNext; isNext = isList && this.#takesComma()) {
      this.#skipSpace();
      from = this.#at;
      const quotation = this.#match(QUOTED);
      const typed = quotation || this.#bare(isList);
      this.open = { kind: "value", from, typed, column, comparison };
      if (typed === "") throw new Unreadable("A value is expected", from);
      items.push(quotation === "" ? typed.trim() : unquoted(quotation));
    }
    const value = valueOf(items, comparison);
    if (typeof value === "object" && "expected" in value) throw new Unreadable(value.expected, from);
    return value;
  }

  /** Takes a value without quotation marks: up to a word that joins, or a parenthesis that was opened before. */
  #bare(isList: boolean): string {
    const from = this.#at;
    let opened = 0;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at]!;
      if (character === "(") opened += 1;
      if (character === ")") opened -= 1;
      if (opened < 0 || (isList && character === ",")) break;
      if (/\s/.test(character) && JOINING.some((word) => this.#isWord(word, this.#at + 1))) break;
    }
    return this.#text.slice(from, this.#at);
  }

  /** Takes a word that stands next, in any case. */
  #takes(word: string): boolean {
    const before = this.#at;
    this.#skipSpace();
    const isNext = this.#isWord(word, this.#at);
    this.#at = isNext ? this.#at + word.length : before;
    return isNext;
  }

  /** Takes the comma before another item of a list. */
  #takesComma(): boolean {
    const before = this.#at;
    this.#skipSpace();
    const isNext = this.#text[this.#at] === ",";
    this.#at = isNext ? this.#at + 1 : before;
    return isNext;
  }

  /** Returns true when a word or sign stands at a position, and does not go on. */
  #isWord(word: string, at: number): boolean {
    const end = at + word.length;
    if (this.#text.slice(at, end).toLowerCase() !== word) return false;
    return !/\w$/.test(word) || !/\w/.test(this.#text[end] ?? "");
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at += 1;
  }

  /** Takes the text that a sticky pattern matches; an empty one if none. */
  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }
}

function joined(type: "any" | "all", terms: readonly FilterTerm[]): FilterTerm {
  const [only, ...others] = terms.flatMap((term) => (term.type === type && "filters" in term ? term.filters : term));
  return others.length === 0 ? only! : { type, filters: [only!, ...others] };
}

/** Returns the operators of a column. */
export function operatorsOf(column: string, columns: FilterColumns = OBSERVATION_FILTER_COLUMNS): readonly string[] {
  return comparisonsOf(columns, column).flatMap(({ operators }) => operators);
}

function unquoted(quotation: string): string {
  try {
    return JSON.parse(quotation) as string;
  } catch {
    return quotation.slice(1, -1);
  }
}

function valueOf(
  items: readonly string[],
  { value }: Comparison,
): FilterCondition["value"] | { readonly expected: string } {
  const [first = ""] = items;
  if (value === "text") return first;
  if (value === "list") return items;
  if (value === "number") return Number.isFinite(Number(first)) ? Number(first) : { expected: "A number is expected" };
  if (value === "boolean")
    return first === "true" || first === "false" ? first === "true" : { expected: "true or false is expected" };
  const time = Date.parse(first);
  return Number.isNaN(time)
    ? { expected: "A date and time is expected, such as 2026-11-22T10:00Z" }
    : new Date(time).toISOString();
}
