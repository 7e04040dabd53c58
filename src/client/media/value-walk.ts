/** How a value is gone through. */
export interface WalkOptions {
  /** Levels below which nothing is looked at any more. */
  readonly maxDepth: number;
  /** What stands in place of a leaf (anything but an array or a plain object); undefined leaves it. */
  readonly replace: (leaf: unknown) => unknown;
}

/**
 * A copy of a value in which leaves are replaced. Arrays and plain objects are gone through; a circle, and what lies too
 * deep, stays as it is.
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

/** The leaves of a value that fulfil a condition, each once. Goes as deep as {@link copyReplacing} does. */
export function findLeaves<T>(value: unknown, maxDepth: number, isWanted: (leaf: unknown) => leaf is T): Set<T> {
  const found = new Set<T>();
  const replace = (leaf: unknown): undefined => {
    if (isWanted(leaf)) found.add(leaf);
  };
  copyReplacing(value, { maxDepth, replace });
  return found;
}

function isBranch(value: unknown): value is unknown[] | Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}
