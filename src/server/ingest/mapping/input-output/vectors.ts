import { isExactNumber } from "@svc/core/internal";
import { isObject, parseContent } from "../../../http/json.ts";

/** Name of a field that holds a vector or a list of vectors. */
const FIELD = /embedding|vector/i;

/** Beginning of a list of numbers. Only texts with one are parsed. */
const NUMBERS = /\[\s*-?\d/;

const MAX_DEPTH = 20;

/** Returns the text of an input or output with the lengths of its vectors in their places. Vectors are too long to be read or searched. */
export function withoutVectors(text: string | null): string | null {
  const value = text !== null && NUMBERS.test(text) ? parseContent(text) : undefined;
  const shortened = shorten(value, Array.isArray(value), MAX_DEPTH);
  return shortened === value ? text : JSON.stringify(shortened);
}

/** Returns a value with the lengths of its vectors. A value without vectors is returned as it is. */
function shorten(value: unknown, isVector: boolean, depth: number): unknown {
  if (depth === 0) return value;
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const [first] = list;
    if (isVector && isNumber(first)) return { dimensions: list.length };
    if (isVector && Array.isArray(first) && isNumber(first[0]))
      return { vectors: list.length, dimensions: first.length };
    const items = list.map((item) => shorten(item, isVector && Array.isArray(item), depth - 1));
    return items.some((item, index) => item !== list[index]) ? items : list;
  }
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  const fields = names.map((name) => [name, shorten(value[name], isVector || FIELD.test(name), depth - 1)] as const);
  return fields.some(([name, field]) => field !== value[name]) ? Object.fromEntries(fields) : value;
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || isExactNumber(value);
}
