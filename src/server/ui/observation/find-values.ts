import { isExactNumber } from "@svc/core/internal";
/** Value in which a text was found. */
export interface FoundValue {
  /** Names and places from the outside to the inside, such as `input.messages[2].content`. */
  readonly path: string;
  /** Text around the place: before it, the place itself, and after it. */
  readonly excerpt: readonly [before: string, found: string, after: string];
}

/** Values that were found, the first ones of them. */
export interface FoundValues {
  readonly values: readonly FoundValue[];
  readonly total: number;
}

/** Most values that are shown. */
const MOST = 100;

/** Most values that are counted: a value of many megabytes may have millions. */
const MOST_COUNTED = 100_000;

/** Characters shown before and after a place. */
const AROUND = 60;

/** Finds a text, ignoring case, in the names and the plain values of a value. */
export function findValues(value: unknown, text: string): FoundValues {
  const wanted = text.toLowerCase();
  const values: FoundValue[] = [];
  let [total, seen] = [0, 0];
  const look = (path: string, shown: string): void => {
    const place = shown.toLowerCase().indexOf(wanted);
    if (place < 0) return;
    total += 1;
    if (values.length < MOST) values.push({ path, excerpt: excerptOf(shown, place, wanted.length) });
  };
  const waiting: Array<readonly [path: string, name: string, value: unknown]> = [["", "", value]];
  for (let next = waiting.pop(); next !== undefined && seen < MOST_COUNTED; next = waiting.pop()) {
    seen += 1;
    const [path, name, inner] = next;
    if (name.toLowerCase().includes(wanted)) look(path, name);
    const plain = isExactNumber(inner) ? inner.rawJSON : inner;
    if (typeof plain !== "object" || plain === null) {
      look(path, String(plain));
      continue;
    }
    const entries = Object.entries(plain);
    // The last one in is the first one out.
    for (const [key, below] of entries.toReversed().slice(-MOST_COUNTED)) {
      waiting.push(
        Array.isArray(plain) ? [`${path}[${key}]`, "", below] : [path === "" ? key : `${path}.${key}`, key, below],
      );
    }
  }
  return { values, total };
}

function excerptOf(text: string, place: number, length: number): FoundValue["excerpt"] {
  const [start, end] = [Math.max(0, place - AROUND), place + length];
  const before = (start > 0 ? "…" : "") + text.slice(start, place);
  const after = text.slice(end, end + AROUND) + (end + AROUND < text.length ? "…" : "");
  return [before, text.slice(place, end), after];
}
