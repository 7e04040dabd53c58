import type { DatabaseSync } from "node:sqlite";
import { NumberList, encodeNumbers } from "../../block-index/number-list.ts";
import { TraceSet } from "../../block-index/trace-list.ts";
import { defineAggregate } from "../../database/define-aggregate.ts";
import { histogram } from "./aggregates.ts";

/**
 * Adds the aggregate functions over the lists of blocks: `list_percentile(list, fraction)` and `list_histogram(list, bins)` of whole
 * numbers, `trace_count(list)` of different traces. A number on its own stands for a list of one.
 */
export function addListAggregates(database: DatabaseSync): void {
  defineAggregate<Lists>(database, "list_percentile", {
    start: newLists,
    step: addList,
    result: (lists) => percentileOf(allOf(lists), lists.parameter),
  });
  defineAggregate<Lists>(database, "list_histogram", {
    start: newLists,
    step: addList,
    result: (lists) => JSON.stringify(histogram(valuesOf(allOf(lists)), lists.parameter)),
  });
  defineAggregate<TraceSet>(database, "trace_count", {
    start: () => new TraceSet(),
    step: (traces, list) => {
      traces.add(list as Uint8Array | string);
      return traces;
    },
    result: (traces) => traces.size,
  });
}

interface Lists {
  lists: NumberList[];
  /** Numbers outside of lists. */
  single: number[];
  parameter: number;
}

function newLists(): Lists {
  return { lists: [], single: [], parameter: 0 };
}

function addList(found: Lists, list: unknown, parameter: unknown): Lists {
  found.parameter = Number(parameter);
  if (list instanceof Uint8Array) found.lists.push(new NumberList(list));
  else if (list !== null) found.single.push(Number(list));
  return found;
}

function allOf({ lists, single }: Lists): NumberList[] {
  const all = single.length === 0 ? lists : [...lists, new NumberList(encodeNumbers(single))];
  return all.filter(({ length }) => length > 0);
}

function valuesOf(lists: readonly NumberList[]): Float64Array {
  const values = new Float64Array(lengthOf(lists));
  let place = 0;
  for (const list of lists) for (let index = 0; index < list.length; index += 1) values[place++] = list.at(index);
  return values;
}

function lengthOf(lists: readonly NumberList[]): number {
  return lists.reduce((sum, { length }) => sum + length, 0);
}

/** Returns the value below which this fraction of all numbers lies, interpolated as SQLite does; null without numbers. */
function percentileOf(lists: readonly NumberList[], fraction: number): number | null {
  const length = lengthOf(lists);
  if (length === 0) return null;
  const place = (length - 1) * fraction;
  const lower = Math.floor(place);
  const low = numberAt(lists, lower);
  const high = lower + 1 < length ? numberAt(lists, lower + 1) : low;
  return low + (high - low) * (place - lower);
}

/**
 * Returns the number at a place in the order of all numbers. It halves the range of numbers that the wanted one may be in, and with
 * it the part of each list that has them, so that few numbers are looked at.
 */
function numberAt(lists: readonly NumberList[], place: number): number {
  const from = lists.map(() => 0);
  const to = lists.map(({ length }) => length);
  let [low, high] = [Infinity, -Infinity];
  for (const list of lists) {
    low = Math.min(low, list.at(0));
    high = Math.max(high, list.at(list.length - 1));
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const counts = lists.map((list, index) => list.countUpTo(middle, from[index] ?? 0, to[index] ?? 0));
    const isReached = counts.reduce((sum, count) => sum + count, 0) > place;
    counts.forEach((count, index) => {
      if (isReached) to[index] = count;
      else from[index] = count;
    });
    if (isReached) high = middle;
    else low = middle + 1;
  }
  return low;
}
