import { createContext, runInContext } from "node:vm";

/**
 * Time limit of matching one pattern against one text, in milliseconds. A pattern can be written so that matching never ends.
 */
const TIMEOUT_MS = 100;

/** Maximum length of a text to match. No model and no kind of usage has a longer name. */
const MAX_TEXT = 200;

const sandbox = createContext({});

/**
 * Parses a pattern in the syntax of PostgreSQL, where a leading `(?i)` ignores case. Throws `SyntaxError` for an invalid
 * pattern.
 */
export function readPattern(pattern: string): RegExp {
  const flags = /^\(\?([a-z]+)\)/.exec(pattern);
  return new RegExp(flags ? pattern.slice(flags[0].length) : pattern, flags?.[1]?.includes("i") ? "i" : "");
}

/** Outcome of matching a text: true, false, or stopped at the time limit. */
export type PatternMatch = boolean | "stopped";

/** Pause of a stopped pattern. */
const PAUSE_MS = 10_000;

/**
 * Pattern that a user wrote, matched within a time limit. A match that is stopped is tried once more at once, because the machine
 * may only have been busy. If that is stopped too, the pattern pauses for all texts, for 10 s: a pattern that runs away must not
 * hold up every call.
 */
export class UserPattern {
  readonly #expression: RegExp;
  #resumesAt = 0;

  constructor(expression: RegExp) {
    this.#expression = expression;
  }

  /** Time at which the pattern is tried again after it was stopped, by `performance.now()`. */
  get resumesAt(): number {
    return this.#resumesAt;
  }

  /** Matches a text. */
  match(text: string): PatternMatch {
    if (performance.now() < this.#resumesAt) return "stopped";
    let match = matchWithinLimit(this.#expression, text);
    if (match === "stopped") match = matchWithinLimit(this.#expression, text);
    if (match === "stopped") this.#resumesAt = performance.now() + PAUSE_MS;
    return match;
  }
}

/** Matches a text against an expression, for at most 100 ms. */
function matchWithinLimit(expression: RegExp, text: string): PatternMatch {
  if (text.length > MAX_TEXT) return false;
  const code = `${String(expression)}.test(${JSON.stringify(text)})`;
  try {
    // Only `vm` can stop an expression that runs away.
    return runInContext(code, sandbox, { timeout: TIMEOUT_MS }) === true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? "stopped" : false;
  }
}
