import { startProgress } from "#platform/progress";
import { logger, messageOfThrown } from "@svc/core/internal";
import type { ObservationV2, SvcAPIClient } from "@svc/core/api";
import { isCount, isListOfFunctions, requireValid, type Rule } from "../../validation-rules.ts";
import type { ScoreManager } from "../../score/score-manager.ts";
import { withinTime } from "../../time-limit.ts";
import { evaluate } from "./evaluation.ts";
import type { Evaluator, EvaluatorParams } from "../experiment-types.ts";
import { readResumeToken, writeResumeToken } from "./resume-token.ts";
import { rollingPool } from "../rolling-pool.ts";

/** Evaluator parameters made from an observation. */
export type EvaluatorInputs = EvaluatorParams;

/** Parameters of a batched evaluation. */
export interface BatchedEvaluationParams {
  /** Makes the evaluator parameters from an observation. The observation's `input` and `output` are raw texts. */
  mapper: (params: { item: ObservationV2 }) => EvaluatorInputs | Promise<EvaluatorInputs>;
  evaluators: readonly Evaluator[];
  /** JSON array of filters, each with `type`, `column`, `operator` and `value`; default all observations. */
  filter?: string;
  /** Field groups of an observation; default `core,basic,io,metadata`. */
  fields?: string;
  /** Observations per request; default 50, at most 1,000. */
  batchSize?: number;
  /** Largest number of observations to evaluate; default all. */
  maxItems?: number;
  /** Observations evaluated at once; default 5. */
  maxConcurrency?: number;
  /** Time the mapper and each evaluator may take for one observation, in milliseconds; default 60,000. */
  itemTimeoutMs?: number;
  /** Metadata recorded with every score. */
  metadata?: Record<string, unknown>;
  /** Token of an earlier result (`resumeToken`), at which the evaluation continues. The filter must be the same. */
  resumeFrom?: string;
  /** True when a progress bar may appear on standard error; default true. The bar needs a terminal. */
  progress?: boolean;
}

/** Result of a batched evaluation. */
export interface BatchedEvaluationResult {
  /** True when the evaluation has read every observation of the filter. */
  readonly isComplete: boolean;
  readonly itemsFetched: number;
  readonly itemsEvaluated: number;
  readonly scoresCreated: number;
  readonly evaluationsFailed: number;
  /** Observations the mapper failed for. */
  readonly failures: ReadonlyArray<{ readonly observationId: string; readonly error: unknown }>;
  /** Token that continues this evaluation, given as `resumeFrom`; undefined when the evaluation is complete. */
  readonly resumeToken?: string;
  /** Error that ended the evaluation early, when observations could not be read. */
  readonly error?: unknown;
}

const DEFAULTS = {
  fields: "core,basic,io,metadata",
  batchSize: 50,
  maxConcurrency: 5,
  maxItems: Infinity,
  itemTimeoutMs: 60_000,
};

/** Counts of a running evaluation. */
interface Tally {
  itemsFetched: number;
  itemsEvaluated: number;
  scoresCreated: number;
  evaluationsFailed: number;
  readonly failures: Array<{ observationId: string; error: unknown }>;
}

/** Evaluates recorded observations page by page and scores them. Contract: "Python batched evaluation". */
export async function runBatchedEvaluation(
  api: Pick<SvcAPIClient, "observations">,
  score: ScoreManager,
  params: BatchedEvaluationParams,
): Promise<BatchedEvaluationResult> {
  requireValid("The evaluation cannot be run", params, RULES);
  const { fields, batchSize, maxItems } = { ...DEFAULTS, ...params };
  const filter = params.filter ?? "[]";
  let cursor = params.resumeFrom === undefined ? undefined : readResumeToken(params.resumeFrom, filter);
  const tally: Tally = { itemsFetched: 0, itemsEvaluated: 0, scoresCreated: 0, evaluationsFailed: 0, failures: [] };
  const progress = startProgress("evaluating", Number.isFinite(maxItems) ? maxItems : 0, params.progress);

  let isComplete = false;
  let failure: { error: unknown } | undefined;
  while (!isComplete && tally.itemsFetched < maxItems) {
    const limit = Math.min(batchSize, maxItems - tally.itemsFetched);
    const request = { fields, filter, limit, ...(cursor !== undefined && { cursor }) };
    try {
      const { data, meta } = await api.observations.getMany(request);
      tally.itemsFetched += data.length;
      await evaluateAll(data, params, score, tally, () => progress.increment());
      isComplete = !meta.cursor;
      cursor = meta.cursor ?? undefined;
    } catch (error) {
      logger.error(
        `The evaluation stopped after ${tally.itemsFetched} observations: the next ones could not be read. To go on, pass ` +
          `the result's resumeToken as resumeFrom. ${messageOfThrown(error)}`,
      );
      failure = { error };
      break;
    }
  }
  progress.stop();
  await score.flush();
  return { isComplete, ...tally, ...(!isComplete && { resumeToken: writeResumeToken(filter, cursor) }), ...failure };
}

async function evaluateAll(
  observations: readonly ObservationV2[],
  params: BatchedEvaluationParams,
  score: ScoreManager,
  tally: Tally,
  onEach: () => void,
): Promise<void> {
  const { maxConcurrency, itemTimeoutMs } = { ...DEFAULTS, ...params };
  await rollingPool(observations, maxConcurrency, async (item) => {
    try {
      const inputs = await withinTime(itemTimeoutMs, () => params.mapper({ item }));
      const subject = `the observation ${item.id}`;
      const { evaluations, failed } = await evaluate(params.evaluators, inputs, subject, itemTimeoutMs);
      for (const evaluation of evaluations) {
        const metadata = { ...params.metadata, ...evaluation.metadata };
        score.create({
          ...evaluation,
          ...(Object.keys(metadata).length > 0 && { metadata }),
          traceId: item.traceId!,
          observationId: item.id,
        });
      }
      tally.itemsEvaluated++;
      tally.evaluationsFailed += failed;
      tally.scoresCreated += evaluations.length;
    } catch (error) {
      logger.error(`The observation ${item.id} could not be evaluated: ${messageOfThrown(error)}`);
      tally.failures.push({ observationId: item.id, error });
    }
    onEach();
  });
}

/** Rules for the parameters. */
const RULES: ReadonlyArray<Rule<BatchedEvaluationParams>> = [
  [({ mapper }) => typeof mapper === "function", "mapper must be a function"],
  [({ evaluators }) => isListOfFunctions(evaluators), "evaluators must be a list of functions"],
  [({ filter = "[]" }) => isJsonArray(filter), "filter must be the text of a JSON array"],
  [({ batchSize = 1 }) => isCount(batchSize), "batchSize must be an integer above 0"],
  [({ maxItems = 1 }) => maxItems === Infinity || isCount(maxItems), "maxItems must be an integer above 0"],
  [({ maxConcurrency = 1 }) => isCount(maxConcurrency), "maxConcurrency must be an integer above 0"],
  [({ itemTimeoutMs: limit = 1 }) => typeof limit === "number" && limit > 0, "itemTimeoutMs must be a number above 0"],
];

function isJsonArray(text: unknown): boolean {
  try {
    return typeof text === "string" && Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
