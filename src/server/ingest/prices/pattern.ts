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

/** Matches a text against an expression, for at most 100 ms: users write these expressions. */
export function matchWithinLimit(expression: RegExp, text: string): PatternMatch {
  if (text.length > MAX_TEXT) return false;
  const code = `${String(expression)}.test(${JSON.stringify(text)})`;
  try {
    // Only `vm` can stop an expression that runs away.
    return runInContext(code, sandbox, { timeout: TIMEOUT_MS }) === true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT" ? "stopped" : false;
  }
}
