import { totalsOf } from "../../../../instrumentations/claude-agent/run/totals.ts";
import type { Door, Fields } from "../../../support/usage/door.ts";
import { MEDIA, recorded } from "../recorded-door.ts";

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
        thinkingTokens: of(a.reasoning),
        cacheCreationInputTokens: of(a.written) + of(a.writtenHour),
        cacheCreationEphemeral5mInputTokens: of(a.written),
        cacheCreationEphemeral1hInputTokens: of(a.writtenHour),
      });
      const models = { a: usage(half), b: usage((amount) => amount - half(amount)) };
      return totalsOf({ modelUsage: models }, false).usageDetails;
    },
    MEDIA,
  ),
];
