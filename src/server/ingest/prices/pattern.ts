import { createContext, runInContext } from "node:vm";
import { TimeBudget } from "../../http/time-budget.ts";

/**
 * Time limit of one attempt to match a pattern against a text, in milliseconds. A pattern can be written so that matching never ends.
 */
const TIMEOUT_MS = 25;

/** Processor time after which a pattern counts as one that never ends, in milliseconds. */
const RUNAWAY_MS = 2 * TIMEOUT_MS;

/** Maximum number of attempts. On a busy machine, an attempt can end before the pattern had the processor at all. */
const MAX_ATTEMPTS = 20;

/** Maximum length of a text to match. No model and no kind of usage has a longer name. */
const MAX_TEXT = 200;

/** Time that all patterns of one project may take in {@link PAUSE_MS}. The thread that matches them serves every project. */
const BUDGET_MS = 500;

/** Pause of a stopped pattern, and of the patterns of a project that has used its time up. */
const PAUSE_MS = 10_000;

const budget = new TimeBudget(BUDGET_MS, PAUSE_MS);

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

/**
 * Pattern that a user wrote, matched within a time limit. A match that is stopped is tried again at once while it has not had 50 ms of
 * processor time: the machine may only have been busy. After these, the pattern pauses for all texts, for 10 s: a pattern that runs away must not
 * hold up every call. All patterns of a project together have 500 ms in 10 s, and then pause together.
 */
export class UserPattern {
  readonly #expression: RegExp;
  readonly #projectId: string;
  #resumesAt = 0;

  constructor(expression: RegExp, projectId: string) {
    this.#expression = expression;
    this.#projectId = projectId;
  }

  /** Time at which the pattern is tried again after it was stopped, by `performance.now()`. */
  get resumesAt(): number {
    return budget.left(this.#projectId) > 0 ? this.#resumesAt : budget.renewedAt(this.#projectId);
  }

  match(text: string): PatternMatch {
    if (performance.now() < this.#resumesAt) return "stopped";
    const before = budget.left(this.#projectId);
    let match = this.#attempt(text);
    for (let attempts = 1; match === "stopped" && attempts < MAX_ATTEMPTS; attempts++) {
      const left = budget.left(this.#projectId);
      if (left === 0 || before - left >= RUNAWAY_MS) break;
      match = this.#attempt(text);
    }
    // The pause of a project is no fault of this pattern.
    if (match === "stopped" && budget.left(this.#projectId) > 0) this.#resumesAt = performance.now() + PAUSE_MS;
    return match;
  }

  #attempt(text: string): PatternMatch {
    const left = budget.left(this.#projectId);
    if (left === 0) return "stopped";
    return budget.spend(this.#projectId, () => matchWithinLimit(this.#expression, text, Math.min(TIMEOUT_MS, left)));
  }
}

/** Matches a text against an expression, for at most this time. */
function matchWithinLimit(expression: RegExp, text: string, limitMs: number): PatternMatch {
  if (text.length > MAX_TEXT) return false;
  const code = `${String(expression)}.test(${JSON.stringify(text)})`;
  try {
    // Only `vm` can stop an expression that runs away.
    return runInContext(code, sandbox, { timeout: Math.ceil(limitMs) }) === true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? "stopped" : false;
  }
}
