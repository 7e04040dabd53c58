import { createContext, runInContext } from "node:vm";

/** How long one pattern may take on one text: it can be written so that it never ends. */
const TIMEOUT_MS = 100;

/** Longest text that is compared: no model and no kind of usage is called anything longer. */
const MAX_TEXT = 200;

const sandbox = createContext({});

/** A pattern in the flavour of PostgreSQL, where `(?i)` in front ignores case. Throws `SyntaxError` for one that is none. */
export function readPattern(pattern: string): RegExp {
  const flags = /^\(\?([a-z]+)\)/.exec(pattern);
  return new RegExp(flags ? pattern.slice(flags[0].length) : pattern, flags?.[1]?.includes("i") ? "i" : "");
}

/** True when the text matches. An expression that someone else wrote and that takes longer than 100 ms matches nothing. */
export function matchesWithin(expression: RegExp, text: string): boolean {
  if (text.length > MAX_TEXT) return false;
  try {
    // Only `vm` can stop an expression that runs away.
    return (
      runInContext(`${String(expression)}.test(${JSON.stringify(text)})`, sandbox, { timeout: TIMEOUT_MS }) === true
    );
  } catch {
    return false;
  }
}
