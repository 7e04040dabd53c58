import { type ComparedItem, fallOf } from "./comparison.ts";

/** Value by which items are ordered, the lowest first. Items without one come last. */
type Rank = (item: ComparedItem, score: string) => number | undefined;

export type ItemOrder = "falls" | "rises" | "slowest" | "dearest" | "items";

/** Orders of the items, each with its label. Without another experiment, the values of the baseline count. */
export const ITEM_ORDERS: Readonly<Record<ItemOrder, { label: string; rank: Rank }>> = {
  falls: { label: "Largest fall first", rank: (item, score) => fallOf(item, score) ?? baselineOnly(item, score) },
  rises: { label: "Largest rise first", rank: (item, score) => negative(largestRise(item, score)) },
  slowest: { label: "Slowest first", rank: (item) => negative(most(item, ({ latency }) => latency)) },
  dearest: { label: "Most expensive first", rank: (item) => negative(most(item, ({ cost }) => cost)) },
  items: { label: "In the order of the items", rank: ({ place }) => place },
};

/** Returns the items that have the text in their input or an output, in an order. */
export function arrange(
  items: readonly ComparedItem[],
  { order, score, text }: { order: ItemOrder; score: string; text: string },
): readonly ComparedItem[] {
  const { rank } = ITEM_ORDERS[order];
  const sought = text.trim().toLowerCase();
  return items
    .filter((item) => sought === "" || has(item, sought))
    .map((item) => ({ item, value: rank(item, score) ?? Infinity }))
    .toSorted((one, other) => (one.value === other.value ? one.item.place - other.item.place : one.value - other.value))
    .map(({ item }) => item);
}

function has({ itemId, input, expectedOutput, cells }: ComparedItem, sought: string): boolean {
  const texts = [
    itemId,
    input,
    expectedOutput,
    ...cells.flatMap((cell) => cell?.runs.map(({ output }) => output) ?? []),
  ];
  return texts.some((text) => text.toLowerCase().includes(sought));
}

function baselineOnly({ cells: [baseline, ...others] }: ComparedItem, score: string): number | undefined {
  return others.length === 0 ? baseline?.values.get(score) : undefined;
}

function largestRise({ cells: [baseline, ...others] }: ComparedItem, score: string): number | undefined {
  const before = baseline?.values.get(score);
  const after = others.flatMap((cell) => cell?.values.get(score) ?? []);
  if (others.length === 0) return before;
  return before === undefined || after.length === 0 ? undefined : Math.max(...after) - before;
}

function most({ cells }: ComparedItem, valueOf: (cell: NonNullable<ComparedItem["cells"][number]>) => number): number {
  return Math.max(...cells.map((cell) => (cell === undefined ? 0 : valueOf(cell))));
}

function negative(value: number | undefined): number | undefined {
  return value === undefined ? undefined : -value;
}
