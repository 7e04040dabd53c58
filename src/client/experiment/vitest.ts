import { test } from "vitest";
import type { SvcClient } from "../client.ts";
import type { ExperimentParams } from "./experiment-types.ts";
import { requireThresholds, type Thresholds } from "./thresholds.ts";

/** An experiment as a test. */
export interface ExperimentTestParams<I, E, M, O> extends Omit<ExperimentParams<I, E, M, O>, "name"> {
  client: SvcClient;
  /** The least value of a score by its name: the average over the items, or the value of a run evaluation. */
  thresholds: Thresholds;
  /** Milliseconds the whole experiment may take; default vitest's. */
  timeout?: number;
}

/**
 * A vitest test that runs an experiment and fails with a RegressionError, and the experiment's table, when a score is below
 * its threshold, is missing, or an item has no result.
 *
 * @example
 * experimentTest("capitals", {
 *   client: new SvcClient(),
 *   data: [{ input: "France", expectedOutput: "Paris" }],
 *   task: ({ input }) => answer(input),
 *   evaluators: [({ output, expectedOutput }) => ({ name: "exact", value: output === expectedOutput ? 1 : 0 })],
 *   thresholds: { exact: 0.9 },
 * });
 */
export function experimentTest<I = unknown, E = unknown, M = unknown, O = unknown>(
  name: string,
  params: ExperimentTestParams<I, E, M, O>,
): void {
  const { client, thresholds, timeout, ...experiment } = params;
  const run = async (): Promise<void> => {
    const result = await client.experiment.run<I, E, M, O>({ ...experiment, name });
    await requireThresholds(result, thresholds);
  };
  // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- it makes a test of what it is given
  test(name, timeout === undefined ? {} : { timeout }, run);
}
