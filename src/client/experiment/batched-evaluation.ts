import { logger } from "@svc/core";
import type { ObservationV2, SvcAPIClient } from "@svc/core/api";
import { complaintAbout, isCount, isListOfFunctions, type Rule } from "../rules.ts";
import type { ScoreManager } from "../score/score-manager.ts";
import { withinTime } from "../time-limit.ts";
import { evaluate, messageOf } from "./evaluation.ts";
import type { Evaluator, EvaluatorParams } from "./experiment-types.ts";
import { startProgress } from "./progress.ts";
import { readResumeToken, writeResumeToken } from "./resume-token.ts";
import { rollingPool } from "./rolling-pool.ts";

/** What evaluators judge, made of an observation. */
export type EvaluatorInputs = EvaluatorParams;

/** Which observations are evaluated, and how. */
export interface BatchedEvaluationParams {
  /** Makes what the evaluators judge of an observation. Its `input` and `output` are raw texts. */
  mapper: (params: { item: ObservationV2 }) => EvaluatorInputs | Promise<EvaluatorInputs>;
  evaluators: readonly Evaluator[];
  /** JSON array of filters, each with `type`, `column`, `operator` and `value`; default all observations. */
  filter?: string;
  /** Field groups of an observation; default `core,basic,io,metadata`. */
  fields?: string;
  /** Observations per request; default 50, at most 1,000. */
  batchSize?: number;
  /** Default: all there are. */
  maxItems?: number;
  /** Observations under way at once; default 5. */
  maxConcurrency?: number;
  /** Milliseconds that the mapper, and each evaluator, may take for an observation; default a minute. */
  itemTimeoutMs?: number;
  /** Recorded with every score. */
  metadata?: Record<string, unknown>;
  /** The `resumeToken` of a result: goes on where that ended. It has to be the same filter. */
  resumeFrom?: string;
  /** Whether a bar shows the progress on standard error; default where that is a terminal. */
  progress?: boolean;
}

/** What a batched evaluation did. */
export interface BatchedEvaluationResult {
  /** Whether every observation of the filter was looked at. */
  readonly isComplete: boolean;
  readonly itemsFetched: number;
  readonly itemsEvaluated: number;
  readonly scoresCreated: number;
  readonly evaluationsFailed: number;
  /** Observations that could not be mapped. */
  readonly failures: ReadonlyArray<{ readonly observationId: string; readonly error: unknown }>;
  /** Goes on where this ended, as `resumeFrom`; undefined when it is complete. */
  readonly resumeToken?: string;
  /** Why it ended early, when observations could not be read. */
  readonly error?: unknown;
}

const DEFAULTS = {
  fields: "core,basic,io,metadata",
  batchSize: 50,
  maxConcurrency: 5,
  maxItems: Infinity,
  itemTimeoutMs: 60_000,
};

/** Counts that grow while it runs. */
interface Tally {
  itemsFetched: number;
  itemsEvaluated: number;
  scoresCreated: number;
  evaluationsFailed: number;
  readonly failures: Array<{ observationId: string; error: unknown }>;
}

/**
 * Evaluates observations that are recorded already, page by page, and scores them. Contract: "Python batched evaluation".
 */
export async function runBatchedEvaluation(
  api: Pick<SvcAPIClient, "observations">,
  score: ScoreManager,
  params: BatchedEvaluationParams,
): Promise<BatchedEvaluationResult> {
  requireUsable(params);
  const { fields, batchSize, maxItems } = { ...DEFAULTS, ...params };
  const filter = params.filter ?? "[]";
  let cursor = params.resumeFrom === undefined ? undefined : readResumeToken(params.resumeFrom, filter);
  const tally: Tally = { itemsFetched: 0, itemsEvaluated: 0, scoresCreated: 0, evaluationsFailed: 0, failures: [] };
  const progress = await startProgress("evaluating", Number.isFinite(maxItems) ? maxItems : 0, params.progress);

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
      logger.error(`The evaluation ended early: observations could not be read: ${messageOf(error)}`);
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
      logger.error(`The observation ${item.id} could not be evaluated: ${messageOf(error)}`);
      tally.failures.push({ observationId: item.id, error });
    }
    onEach();
  });
}

/** What the parameters must be. */
const RULES: ReadonlyArray<Rule<BatchedEvaluationParams>> = [
  [({ mapper }) => typeof mapper === "function", "mapper must be a function"],
  [({ evaluators }) => isListOfFunctions(evaluators), "evaluators must be a list of functions"],
  [({ filter = "[]" }) => isJsonArray(filter), "filter must be the text of a JSON array"],
  [({ batchSize = 1 }) => isCount(batchSize), "batchSize must be an integer above 0"],
  [({ maxItems = 1 }) => maxItems === Infinity || isCount(maxItems), "maxItems must be an integer above 0"],
  [({ maxConcurrency = 1 }) => isCount(maxConcurrency), "maxConcurrency must be an integer above 0"],
  [({ itemTimeoutMs: limit = 1 }) => typeof limit === "number" && limit > 0, "itemTimeoutMs must be a number above 0"],
];

function requireUsable(params: BatchedEvaluationParams): void {
  const complaint = complaintAbout(params, RULES);
  if (complaint !== undefined) throw new TypeError(`The evaluation cannot be run: ${complaint}.`);
}

function isJsonArray(text: unknown): boolean {
  try {
    return typeof text === "string" && Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}
