import type { DatabaseSync } from "node:sqlite";
import { defineAggregate } from "../database/define-aggregate.ts";
import { encodeNumbers } from "./number-list.ts";
import { encodeTraces } from "./trace-list.ts";

/**
 * Adds the aggregate functions that make the lists of a block: `latency_list(number)` and `trace_list(id)`. They return null for a
 * block that has no observation.
 */
export function addListAggregates(database: DatabaseSync): void {
  defineAggregate<number[]>(database, "latency_list", {
    start: () => [],
    step: (numbers, value) => {
      if (value !== null) numbers.push(Number(value));
      return numbers;
    },
    result: encodeNumbers,
  });
  defineAggregate<TraceIds>(database, "trace_list", {
    start: () => ({ all: new Set(), last: undefined }),
    step: (ids, id) => {
      // Most observations in a row are of the same trace.
      if (id !== ids.last) ids.all.add((ids.last = String(id)));
      return ids;
    },
    result: ({ all }) => encodeTraces(all),
  });
}

interface TraceIds {
  all: Set<string>;
  last: string | undefined;
}
