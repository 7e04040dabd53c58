import type { DatabaseSync } from "node:sqlite";
import { hasFullText } from "../../database/full-text.ts";
import { type Sql, sql } from "../../../../storage/sql.ts";
import { TEXT_COMPARISONS } from "./comparisons.ts";
import { type Condition, MOST_CANDIDATES, amongCandidates, condition } from "./condition.ts";

const WORD = /[\p{L}\p{N}]+/gu;
const WORD_AT_START = /^[\p{L}\p{N}]/u;
const WORD_AT_END = /[\p{L}\p{N}]$/u;

/** Scripts with separators between words, which the index needs. Excludes U+0130, the one letter that grows in lower case. */
const SPACED_SCRIPTS = /^(?!.*\u0130)[\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]*$/su;

/** Most words of a text that the index is asked for. A whole input has thousands. */
const MOST_WORDS = 16;

/**
 * Search for a text in input and output, ignoring case. A text that begins with a letter or a digit is found where a word
 * begins.
 */
export class TextSearch {
  readonly #count: ((query: string) => number) | undefined;

  constructor(database: DatabaseSync) {
    database.function("text_matches", { deterministic: true }, (text, wanted) =>
      typeof text === "string" && matchesText(text, String(wanted)) ? 1 : 0,
    );
    if (!hasFullText(database)) return;
    const statement = database.prepare(
      `SELECT count(*) AS n FROM (SELECT 1 FROM observation_text WHERE observation_text MATCH ? LIMIT ${MOST_CANDIDATES + 1})`,
    );
    this.#count = (query) => Number(statement.get(query)?.["n"]);
  }

  /** Returns the condition that a text of the observation `o` matches, or is the whole. Uses the index where it helps. */
  condition(text: Sql, operator: "matches" | "=", wanted: string): Condition {
    const exact = TEXT_COMPARISONS[operator](text, wanted);
    // The index folds case by rules of its own: words of a whole text are given to it as they stand in the text.
    const query = indexQueries(operator === "=" ? wanted : wanted.toLowerCase());
    if (query === undefined || this.#count === undefined) return condition(exact);
    const words = operator === "=" ? query.whole : query.open;
    // Whole words are counted first: for the beginning of a word, the index joins the entries of all such words before it counts.
    if (this.#count(query.whole) > MOST_CANDIDATES) return condition(exact);
    if (words !== query.whole && this.#count(words) > MOST_CANDIDATES) return condition(exact);
    const candidates = sql`(SELECT rowid FROM observation_text WHERE observation_text MATCH ${words})`;
    return amongCandidates(candidates, exact);
  }
}

/**
 * Returns true when `text` contains `wanted`, ignoring case. A `wanted` that begins with a letter or a digit has to stand at
 * the beginning of a word.
 */
export function matchesText(text: string, wanted: string): boolean {
  const [within, part] = [text.toLowerCase(), wanted.toLowerCase()];
  const isWord = SPACED_SCRIPTS.test(part) && WORD_AT_START.test(part);
  for (let at = within.indexOf(part); at >= 0; at = within.indexOf(part, at + 1)) {
    if (!isWord || at === 0 || !WORD_AT_END.test(within.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}

/** Queries for the index. Each text that the first finds is found by the second. */
interface IndexQueries {
  /** Every word as a whole. */
  whole: string;
  /** Every word, and the last one as the beginning of a word where the wanted text ends within it. */
  open: string;
}

/** Returns the queries for the index; undefined when it cannot search for this text. */
function indexQueries(wanted: string): IndexQueries | undefined {
  if (!SPACED_SCRIPTS.test(wanted)) return undefined;
  const words = wanted.match(WORD);
  if (!words) return undefined;
  const last = words.at(-1) ?? "";
  // The longest words are the rarest.
  const most = [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, MOST_WORDS);
  const whole = quoted(most);
  return {
    whole,
    open: WORD_AT_END.test(wanted) ? `${quoted([...most.filter((word) => word !== last), last])} *` : whole,
  };
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(" AND ");
}
