import type { Evaluator } from "../experiment-types.ts";

/** Scorer of the `autoevals` package. */
export type AutoevalsScorer = (args: never) => AutoevalsScore | Promise<AutoevalsScore>;

/** Result of an `autoevals` scorer. */
export interface AutoevalsScore {
  name: string;
  score: number | null;
  metadata?: Record<string, unknown>;
}

/**
 * Creates an evaluator from a scorer of the `autoevals` package, which gets `params` with each call. A score of null
 * counts as 0.
 *
 * @example
 * const evaluators = [createEvaluatorFromAutoevals(Factuality, { model: "gpt-5" })];
 */
export function createEvaluatorFromAutoevals(scorer: AutoevalsScorer, params: Record<string, unknown> = {}): Evaluator {
  const evaluator: Evaluator = async ({ input, output, expectedOutput }) => {
    const { name, score, metadata } = await scorer({ ...params, input, output, expected: expectedOutput } as never);
    return { name, value: score ?? 0, ...(metadata !== undefined && { metadata }) };
  };
  return Object.defineProperty(evaluator, "name", { value: scorer.name });
}
