import { sideOf, type Side, type UsageDetails } from "./usage-kinds.ts";

/** Amount as it was stated. */
export interface Amount {
  amount: number;
  /** True for an amount that the input or the output contains, if no total tells otherwise. */
  readonly isInside: boolean;
  /** True for an amount that another part contains. */
  readonly isWithin: boolean;
  /** True for an amount of an object of details, which is never larger than the whole. */
  readonly isDetail: boolean;
  /** Rank of its name: the amount with the lowest is used. */
  readonly rank: number;
}

/** Amounts of one usage, as they were stated. */
export interface StatedUsage {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly total: number | undefined;
  /** Parts by kind, with {@link SHORT_WRITES}. */
  readonly parts: Map<string, Amount>;
}

/** Tokens that stay in a cache for the shortest time, apart from the sum of all tokens written. */
export const SHORT_WRITES = "short writes";

/** Groups of parts that are together contained in the input or the output, or together are not. */
const CACHE = 0;
const REASONING = 1;
const OTHERS = 2;

const GROUPS = [CACHE, REASONING, OTHERS] as const;

const GROUP_OF: ReadonlyMap<string, number> = new Map([
  ["input_cached_tokens", CACHE],
  ["input_cached_audio_tokens", CACHE],
  ["input_cached_image_tokens", CACHE],
  ["input_cache_creation", CACHE],
  ["input_cache_creation_1h", CACHE],
  ["input_cache_creation_12h", CACHE],
  ["output_reasoning_tokens", REASONING],
]);

/** Every choice of the groups that are contained. */
const CHOICES: ReadonlyArray<readonly boolean[]> = Array.from({ length: 8 }, (_, bits) =>
  GROUPS.map((group) => (bits & (1 << group)) === 0),
);

/**
 * Returns the amounts with no token in two of them: parts are taken out of the input and the output that contain them. Where a total is
 * stated, the sums decide which parts are contained; else the names do. `total` is there only when it was stated.
 */
export function disjointAmounts(stated: StatedUsage): UsageDetails {
  const { input, output, total, parts } = stated;
  const kinds: UsageDetails = {};
  if (parts.size > 0) splitParts(parts);
  const isInside = parts.size > 0 ? placesOf(stated) : NOWHERE;
  fillSide(kinds, "input", input, parts, isInside);
  fillSide(kinds, "output", output, parts, isInside);
  if (total !== undefined) kinds.total = totalOf(kinds, stated, total);
  return kinds;
}

const NOWHERE: readonly boolean[] = [];

/** Adds the parts of a side, and what is left of it. */
function fillSide(
  kinds: UsageDetails,
  side: Side,
  whole: number | undefined,
  parts: StatedUsage["parts"],
  isInside: readonly boolean[],
): void {
  let rest = whole;
  for (const group of parts.size > 0 ? GROUPS : []) {
    for (const [kind, part] of parts) {
      if ((GROUP_OF.get(kind) ?? OTHERS) !== group || sideOf(kind) !== side) continue;
      let { amount } = part;
      if (isInside[group] === true && rest !== undefined) {
        amount = Math.min(amount, rest);
        rest -= amount;
      }
      if (amount > 0) kinds[kind] = amount;
    }
  }
  if (rest !== undefined) kinds[side] = rest;
}

/** Takes parts out of the parts that contain them. */
function splitParts(parts: Map<string, Amount>): void {
  for (const modality of ["audio", "image"]) {
    const cached = parts.get(`input_cached_${modality}_tokens`);
    if (cached?.isWithin !== true) continue;
    takeOut(parts, "input_cached_tokens", cached.amount);
    takeOut(parts, `input_${modality}_tokens`, cached.amount);
  }
  const short = parts.get(SHORT_WRITES);
  parts.delete(SHORT_WRITES);
  const all = parts.get("input_cache_creation");
  if (all === undefined) {
    if (short !== undefined) parts.set("input_cache_creation", short);
    return;
  }
  for (const kind of ["input_cache_creation_12h", "input_cache_creation_1h"]) {
    const long = parts.get(kind);
    if (long?.isWithin !== true) continue;
    const amount = Math.min(long.amount, all.amount);
    parts.set(kind, { ...all, amount });
    all.amount -= amount;
  }
}

function takeOut(parts: Map<string, Amount>, kind: string, amount: number): void {
  const whole = parts.get(kind);
  if (whole !== undefined) whole.amount = Math.max(0, whole.amount - amount);
}

/** Returns for each group whether the input or the output contains it. */
function placesOf({ input, output, total, parts }: StatedUsage): readonly boolean[] {
  const sums = [0, 0, 0];
  const isInside = [false, false, false];
  const isDetail = [false, false, true];
  for (const [kind, part] of parts) {
    const group = GROUP_OF.get(kind) ?? OTHERS;
    sums[group]! += part.amount;
    if (part.isInside) isInside[group] = true;
    if (part.isDetail) isDetail[group] = true;
  }
  // A part that is larger than the whole is not contained in it.
  const wholes = [input, output, undefined];
  const canHold = wholes.map((whole = Infinity, group) => isDetail[group]! || sums[group]! <= whole);
  const byName = isInside.map((inside, group) => inside && canHold[group]!);
  if (total === undefined) return byName;
  const main = (input ?? 0) + (output ?? 0);
  const fits = (places: readonly boolean[]): boolean => {
    let sum = main;
    for (const group of GROUPS) {
      if (places[group] !== true) sum += sums[group]!;
      else if (canHold[group] !== true) return false;
    }
    return sum === total;
  };
  return fits(byName) ? byName : (CHOICES.find(fits) ?? byName);
}

/** Returns the stated total. A total of input and output without parts that are counted beside them is completed. */
function totalOf(kinds: UsageDetails, { input = 0, output = 0 }: StatedUsage, total: number): number {
  if (total !== input + output) return total;
  let sum = 0;
  for (const kind in kinds) sum += kinds[kind]!;
  return Math.max(total, sum);
}
