import { startProgress } from "#platform/progress";
import { logger, messageOfThrown } from "@svc/core/internal";
import type { ObservationV2, SvcAPIClient } from "@svc/core/api";
import { isCount, isListOfFunctions, requireValid, type Rule } from "../../validation-rules.ts";
import type { ScoreManager } from "../../score/score-manager.ts";
import { withinTime } from "../../time-limit.ts";
import { evaluate, type Evaluated } from "./evaluation.ts";
import type { Evaluator, EvaluatorParams } from "../experiment-types.ts";
import { scoreIdsOf } from "./score-ids.ts";
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
  /**
   * Ids of the observations to evaluate, of those the filter finds: the `failures` of an earlier result. Not together with
   * `resumeFrom` and `maxItems`. Default all.
   */
  observationIds?: readonly string[];
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

/** Observation that has no judgement of some evaluator. */
export interface BatchedEvaluationFailure {
  readonly observationId: string;
  /** Name of the evaluator that failed, empty for a function without one; undefined when no evaluator was called. */
  readonly evaluator?: string;
  readonly error: unknown;
}

export interface BatchedEvaluationResult {
  /** True when the evaluation has read every observation of the filter. Some may not be judged: `failures` lists them. */
  readonly isComplete: boolean;
  readonly itemsFetched: number;
  readonly itemsEvaluated: number;
  readonly scoresCreated: number;
  readonly evaluationsFailed: number;
  /** Observations without a judgement: the mapper or an evaluator failed. Pass their ids as `observationIds` to judge only them. */
  readonly failures: readonly BatchedEvaluationFailure[];
  /**
   * Token that continues this evaluation, passed as `resumeFrom`; undefined when the evaluation is complete, or was one of
   * `observationIds`. The token is behind the observations in `failures`.
   */
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

/** Most ids in the address of one request. */
const MOST_IDS = 100;

/** Counts of a running evaluation. */
interface Tally {
  itemsFetched: number;
  itemsEvaluated: number;
  scoresCreated: number;
  evaluationsFailed: number;
  readonly failures: BatchedEvaluationFailure[];
}

/**
 * Evaluates recorded observations page by page and scores them. A second evaluation of an observation replaces the scores of
 * the first. Contract: "Python batched evaluation".
 */
export async function runBatchedEvaluation(
  api: Pick<SvcAPIClient, "observations">,
  score: ScoreManager,
  params: BatchedEvaluationParams,
): Promise<BatchedEvaluationResult> {
  requireValid("The evaluation cannot be run", params, RULES);
  const { maxItems } = { ...DEFAULTS, ...params };
  const { filter = "[]", observationIds } = params;
  let cursor = params.resumeFrom === undefined ? undefined : readResumeToken(params.resumeFrom, filter);
  const tally: Tally = { itemsFetched: 0, itemsEvaluated: 0, scoresCreated: 0, evaluationsFailed: 0, failures: [] };
  const expected = observationIds?.length ?? (Number.isFinite(maxItems) ? maxItems : 0);
  const progress = startProgress("evaluating", expected, params.progress);
  const missing = new Set(observationIds);

  let isComplete = observationIds?.length === 0;
  let failure: { error: unknown } | undefined;
  try {
    for (const only of filtersOf(filter, observationIds, params.batchSize)) {
      do {
        const { data, meta } = await readPage(api, params, only, tally.itemsFetched, cursor);
        tally.itemsFetched += data.length;
        for (const { id } of data) missing.delete(id);
        await evaluateAll(data, params, score, tally, () => progress.increment());
        isComplete = !meta.cursor;
        cursor = meta.cursor ?? undefined;
      } while (!isComplete && tally.itemsFetched < maxItems);
    }
  } catch (error) {
    isComplete = false;
    const rest = observationIds ? "pass the ids in failures as observationIds" : "pass resumeToken as resumeFrom";
    logger.error(
      `The evaluation stopped after ${tally.itemsFetched} observations: the next ones could not be read. To go on, ${rest} ` +
        `of the result. ${messageOfThrown(error)}`,
    );
    failure = { error };
  }
  for (const observationId of missing) {
    const error = failure?.error ?? new Error("no observation of the filter has this id");
    tally.failures.push({ observationId, error });
  }
  progress.stop();
  await score.flush();
  const resumeToken = isComplete || observationIds ? undefined : writeResumeToken(filter, cursor);
  return { isComplete, ...tally, ...(resumeToken !== undefined && { resumeToken }), ...failure };
}

/** Returns the filters of the reads, one after the other: the one of the parameters, with as many ids as a request takes. */
function filtersOf(
  filter: string,
  ids: readonly string[] | undefined,
  batchSize: number = DEFAULTS.batchSize,
): readonly string[] {
  if (ids === undefined) return [filter];
  const size = Math.min(batchSize, MOST_IDS);
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, nth) => {
    const value = ids.slice(nth * size, (nth + 1) * size);
    const ofIds = { type: "stringOptions", column: "id", operator: "any of", value };
    return JSON.stringify([...(JSON.parse(filter) as unknown[]), ofIds]);
  });
}

function readPage(
  api: Pick<SvcAPIClient, "observations">,
  params: BatchedEvaluationParams,
  filter: string,
  itemsFetched: number,
  cursor: string | undefined,
): ReturnType<SvcAPIClient["observations"]["getMany"]> {
  const { fields, batchSize, maxItems } = { ...DEFAULTS, ...params };
  const limit = Math.min(batchSize, maxItems - itemsFetched);
  return api.observations.getMany({ fields, filter, limit, ...(cursor !== undefined && { cursor }) });
}

async function evaluateAll(
  observations: readonly ObservationV2[],
  params: BatchedEvaluationParams,
  score: ScoreManager,
  tally: Tally,
  onEach: () => void,
): Promise<void> {
  const { maxConcurrency } = { ...DEFAULTS, ...params };
  await rollingPool(observations, maxConcurrency, async (item) => {
    try {
      const { scores, failures } = await judge(item, params);
      for (const made of scores) {
        const metadata = { ...params.metadata, ...made.metadata };
        score.create({ ...made, ...(Object.keys(metadata).length > 0 && { metadata }) });
      }
      tally.itemsEvaluated++;
      tally.evaluationsFailed += failures.length;
      tally.scoresCreated += scores.length;
      for (const failure of failures) tally.failures.push({ observationId: item.id, ...failure });
    } catch (error) {
      logger.error(`The observation ${item.id} could not be evaluated: ${messageOfThrown(error)}`);
      tally.failures.push({ observationId: item.id, error });
    }
    onEach();
  });
}

/**
 * Judges one observation. The work of an evaluator is a trace of its own, which names the observation: in the trace of the
 * application, its cost and time would be the application's.
 */
async function judge(item: ObservationV2, params: BatchedEvaluationParams): Promise<Evaluated> {
  const { itemTimeoutMs } = { ...DEFAULTS, ...params };
  const inputs = await withinTime(itemTimeoutMs, () => params.mapper({ item }));
  return evaluate(params.evaluators, {
    params: inputs,
    input: inputs,
    subject: `the observation ${item.id}`,
    timeLimit: itemTimeoutMs,
    targets: [{ traceId: item.traceId!, observationId: item.id }],
    scoreIds: scoreIdsOf(item.traceId, item.id),
    place: { metadata: { evaluated_trace_id: item.traceId, evaluated_observation_id: item.id } },
  });
}

/** Rules for the parameters. */
const RULES: ReadonlyArray<Rule<BatchedEvaluationParams>> = [
  [({ mapper }) => typeof mapper === "function", "mapper must be a function"],
  [({ evaluators }) => isListOfFunctions(evaluators), "evaluators must be a list of functions"],
  [({ filter = "[]" }) => isJsonArray(filter), "filter must be the text of a JSON array"],
  [({ observationIds: ids = [] }) => isListOfTexts(ids), "observationIds must be a list of texts"],
  [
    ({ observationIds, resumeFrom, maxItems }) =>
      observationIds === undefined || (resumeFrom === undefined && maxItems === undefined),
    "observationIds cannot be combined with resumeFrom or maxItems",
  ],
  [({ batchSize = 1 }) => isCount(batchSize), "batchSize must be an integer above 0"],
  [({ maxItems = 1 }) => maxItems === Infinity || isCount(maxItems), "maxItems must be an integer above 0"],
  [({ maxConcurrency = 1 }) => isCount(maxConcurrency), "maxConcurrency must be an integer above 0"],
  [({ itemTimeoutMs: limit = 1 }) => typeof limit === "number" && limit > 0, "itemTimeoutMs must be a number above 0"],
];

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

function isJsonArray(text: unknown): boolean {
  try {
    return typeof text === "string" && Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
