import { totalsOf } from "../../../../instrumentations/claude-agent/run/totals.ts";
import type { Door, Fields } from "../../../support/usage/door.ts";
import { recorded, HOUR, TEXT_ONLY } from "../recorded-door.ts";

/** Doors of answers that this instrumentation records. */
export const DOORS: readonly Door[] = [
  recorded(
    "Claude Agent",
    (a) => {
      const half = (amount: number): number => Math.floor(amount / 2);
      const usage = (of: (amount: number) => number): Fields => ({
        inputTokens: of(a.fresh),
        outputTokens: of(a.text + a.reasoning),
        cacheReadInputTokens: of(a.cached),
        cacheCreationInputTokens: of(a.written),
      });
      const models = { a: usage(half), b: usage((amount) => amount - half(amount)) };
      return totalsOf({ modelUsage: models }, false).usageDetails;
    },
    [...HOUR, ...TEXT_ONLY],
  ),
];
