import { test } from "vitest";
import type { SvcClient } from "../client.ts";
import type { ExperimentParams } from "./experiment-types.ts";
import { checkThresholds, requireThresholds, type Thresholds } from "./evaluation/thresholds.ts";

/** Parameters of an experiment that runs as a test. */
export interface ExperimentTestParams<I, E, M, O> extends Omit<ExperimentParams<I, E, M, O>, "name"> {
  client: SvcClient;
  /** Minimum value of each score, by score name: of the run evaluation, else of the average over the items. */
  thresholds: Thresholds;
  /** Time the whole experiment may take, in milliseconds; default vitest's. */
  timeout?: number;
}

/**
 * Defines a vitest test that runs an experiment. The test fails with a RegressionError and the experiment's table when a
 * score is below its threshold, when a judgement is missing or no number, or when an item has no result.
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
    checkThresholds(thresholds);
    const result = await client.experiment.run<I, E, M, O>({ ...experiment, name });
    await requireThresholds(result, thresholds);
  };
  // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- it makes a test of what it is given
  test(name, timeout === undefined ? {} : { timeout }, run);
}
