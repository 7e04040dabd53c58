/** Returns the middle value; for an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the median of `value / base`, round by round, which cancels disturbances that last a whole round. */
export function medianRatio(values: readonly number[], bases: readonly number[]): number {
  return median(values.map((value, round) => value / bases[round]!));
}

/** Returns the bounds of the middle half of the values. */
export function quartiles(values: readonly number[]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const quarter = sorted.length >> 2;
  return [sorted[quarter]!, sorted.at(-1 - quarter)!];
}
