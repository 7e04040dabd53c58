import { isExactNumber } from "@svc/core/internal";

/** Options of {@link copyReplacing}. */
export interface WalkOptions {
  /** Depth of arrays and objects searched; deeper values stay unchanged. */
  readonly maxDepth: number;
  /** Returns the replacement of a leaf (anything but an array or a plain object); undefined keeps the leaf. */
  readonly replace: (leaf: unknown) => unknown;
}

/**
 * Returns a copy of a value with replaced leaves. Searches arrays and plain objects; circular references and values that
 * are too deep stay unchanged.
 */
export function copyReplacing(value: unknown, { maxDepth, replace }: WalkOptions): unknown {
  const above = new Set<unknown>();
  const copy = (part: unknown, depth: number): unknown => {
    if (!isBranch(part)) return replace(part) ?? part;
    if (depth >= maxDepth || above.has(part)) return part;
    above.add(part);
    const copied = Array.isArray(part)
      ? part.map((entry) => copy(entry, depth + 1))
      : Object.fromEntries(Object.entries(part).map(([key, entry]) => [key, copy(entry, depth + 1)]));
    above.delete(part);
    return copied;
  };
  return copy(value, 0);
}

/** Returns the leaves of a value that fulfil a condition, each once. Searches as deep as {@link copyReplacing}. */
export function findLeaves<T>(value: unknown, maxDepth: number, isWanted: (leaf: unknown) => leaf is T): Set<T> {
  const found = new Set<T>();
  const replace = (leaf: unknown): undefined => {
    if (isWanted(leaf)) found.add(leaf);
  };
  copyReplacing(value, { maxDepth, replace });
  return found;
}

function isBranch(value: unknown): value is unknown[] | Record<string, unknown> {
  if (typeof value !== "object" || value === null || isExactNumber(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
