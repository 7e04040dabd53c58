import { MOST_LEVELS, parsedContent } from "./parsed-content.ts";

/** Place in JSON text at which it can be cut, and the brackets that are open there. */
interface Cut {
  readonly at: number;
  /** Quotation mark that ends a text. */
  readonly quotation?: string;
  readonly closers: string;
}

/** Most open brackets before which a text is cut. */
const MOST_CUTS = 6;

/**
 * Returns the value of a content of which only the first characters are known: the first one of which `read` makes something, with as much
 * of the content as possible. A text that is no JSON is its own value.
 */
export function readStart<Result>(text: string, read: (value: unknown) => Result | undefined): Result | undefined {
  for (const value of valuesOfStart(text)) {
    const result = read(value);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Returns the value of a content of which only the first characters are known. */
export function contentFromStart(text: string): unknown {
  return readStart(text, (value) => value);
}

function* valuesOfStart(text: string): Generator<unknown, void> {
  const whole = parsedContent(text);
  const isCut = whole === text && /^\s*[[{]/.test(text);
  if (isCut)
    for (const { at, quotation = "", closers } of cutsAtEnd(text))
      yield parsed(text.slice(0, at) + quotation + closers);
  yield whole;
}

/**
 * Returns the items of a list at the end of a content of which only the last characters are known: of the outermost list, those that
 * are whole. Returns undefined if there are none.
 */
export function itemsAtEnd(text: string): unknown {
  const open: number[] = [];
  let [found, depth] = [undefined as string | undefined, Infinity];
  for (let at = text.length - 1, isText = false; at >= 0; at--) {
    const character = text[at]!;
    if (character === '"' && !isEscaped(text, at)) isText = !isText;
    else if (isText) continue;
    else if (character === "]" || character === "}") open.push(at);
    else if (character === "[" || character === "{") open.pop();
    else if (character === "," && text[open.at(-1) ?? 0] === "]" && open.length <= depth) {
      depth = open.length;
      found = `[${text.slice(at + 1, open.at(-1)! + 1)}`;
    }
  }
  return found === undefined ? undefined : parsed(found);
}

/** Returns the cuts of JSON text: within a text that is a value, after the last complete value, and before the brackets that are open. */
function cutsAtEnd(text: string): Cut[] {
  const open: Array<{ readonly closer: string; readonly before: number }> = [];
  let [complete, separator, isText] = [0, "", false];
  let escape = -1;
  const isValue = (): boolean => separator === ":" || open.at(-1)?.closer === "]";
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (isText) {
      if (character === '"') {
        isText = false;
        if (isValue()) complete = at + 1;
      }
      if (character !== "\\") continue;
      const length = text[at + 1] === "u" ? 6 : 2;
      escape = at + length > text.length ? at : -1;
      at += length - 1;
      continue;
    }
    if (character === '"') isText = true;
    if (!/[[{\]},:]/.test(character)) continue;
    separator = character;
    if (character === "{" || character === "[") open.push({ closer: character === "{" ? "}" : "]", before: complete });
    else if (character === "}" || character === "]") open.pop();
    if (open.length > MOST_LEVELS) return [];
    if (character !== ":") complete = character === "," ? at : at + 1;
  }
  const closers = (count: number): string => {
    const listed = open.slice(0, count).map(({ closer }) => closer);
    return listed.toReversed().join("");
  };
  const within = { at: escape < 0 ? text.length : escape, quotation: '"', closers: closers(open.length) };
  const outwards = open.slice(-MOST_CUTS).map(({ before }, index) => ({
    at: before,
    closers: closers(Math.max(0, open.length - MOST_CUTS) + index),
  }));
  return [
    ...(isText && isValue() ? [within] : []),
    { at: complete, closers: closers(open.length) },
    ...outwards.toReversed(),
  ];
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}

/** Returns the value of JSON; undefined for a text that is none. */
function parsed(json: string): unknown {
  const value = parsedContent(json);
  return value === json ? undefined : value;
}
