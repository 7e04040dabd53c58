import { startProgress } from "#platform/progress";
import { logger, warnOfMisspeltOptions, type OptionNames, messageOfThrown } from "@svc/core/internal";
import { getSvcTracerProvider } from "@svc/tracing";
import type { Project } from "../project.ts";
import { isCount, isListOfFunctions, requireValid, type Rule } from "../validation-rules.ts";
import type { ScoreManager } from "../score/score-manager.ts";
import { withinTime } from "../time-limit.ts";
import { withDeprecated } from "./deprecated-fields.ts";
import { evaluate, type EvaluationRequest } from "./evaluation/evaluation.ts";
import { formatExperiment } from "./format/experiment-format.ts";
import { identifyExperiments, type ExperimentIdentity } from "./experiment-identity.ts";
import { experimentAttributes, itemIdOf, recordItem, type RecordedExperiment } from "./experiment-item-span.ts";
import type {
  Evaluation,
  ExperimentItem,
  ExperimentItemFailure,
  ExperimentItemResult,
  ExperimentParams,
  ExperimentResult,
  ExperimentTaskParams,
} from "./experiment-types.ts";
import { rollingPool } from "./rolling-pool.ts";

const PARAM_NAMES: OptionNames<ExperimentParams> = {
  name: true,
  runName: true,
  description: true,
  metadata: true,
  data: true,
  datasetVersion: true,
  task: true,
  evaluators: true,
  runEvaluators: true,
  maxConcurrency: true,
  itemTimeoutMs: true,
  progress: true,
};

const MAX_CONCURRENCY = 50;

/** Default time for the task and for each evaluator, in milliseconds. */
const ITEM_TIMEOUT = 10 * 60_000;

/** Result or failure of one item, and the sampling of its trace. */
interface ItemOutcome<I, E, M, O> {
  readonly result?: ExperimentItemResult<I, E, M, O>;
  readonly failure?: ExperimentItemFailure<I, E, M>;
  readonly isSampled: boolean;
}

/**
 * Runs experiments: a task on many items, with evaluators for the outputs. Contract: "Experiment runners", "Experiment
 * identity rules".
 */
export class ExperimentManager {
  readonly #project: Project;
  readonly #score: ScoreManager;

  constructor(project: Project, score: ScoreManager) {
    this.#project = project;
    this.#score = score;
  }

  /**
   * Runs a task on every item, many at once. Evaluators judge each output; run evaluators judge all outputs together.
   * Each item is recorded as a trace, each judgement as a score. An item whose task fails is logged and listed in
   * `failures`; an evaluator that fails loses only its own judgement. Rejects on invalid parameters.
   *
   * @example
   * const result = await client.experiment.run({
   *   name: "capitals",
   *   data: [{ input: "France", expectedOutput: "Paris" }],
   *   task: ({ input }) => answer(input),
   *   evaluators: [({ output, expectedOutput }) => ({ name: "exact", value: output === expectedOutput ? 1 : 0 })],
   * });
   * console.log(await result.format());
   */
  async run<I = unknown, E = unknown, M = unknown, O = unknown>(
    params: ExperimentParams<I, E, M, O>,
  ): Promise<ExperimentResult<I, E, M, O>> {
    warnOfMisspeltOptions("experiment.run", params, PARAM_NAMES);
    requireValid(`The experiment ${JSON.stringify(params.name)} cannot be run`, params as ExperimentParams, RULES);
    const { name, data, maxConcurrency = MAX_CONCURRENCY } = params;
    const runName = params.runName ?? `${name} - ${new Date().toISOString()}`;
    const isRecorded = hasTracerProvider();
    if (!isRecorded) {
      logger.warn(
        `The experiment ${JSON.stringify(name)} is not recorded: no OpenTelemetry tracer provider is registered. ` +
          "Start the application with `node --import @svc/register`.",
      );
    }
    const projectId = (): Promise<string | undefined> =>
      isRecorded ? this.#project.idIfKnown() : Promise.resolve(undefined);
    const identity = await identifyExperiments(data, runName, projectId);
    const experimentUrl = isRecorded && data.length > 0 ? this.#project.experimentUrlIfKnown(identity.id) : undefined;

    const progress = startProgress(name, data.length, params.progress);
    const outcomes = await rollingPool(data, maxConcurrency, async (item, index) => {
      const outcome = await this.#runItem(params, runName, identity, item, index);
      progress.increment();
      return outcome;
    });
    progress.stop();

    const itemResults = outcomes.flatMap(({ result }) => result ?? []);
    const runEvaluations = await this.#judgeRun(params, runName, identity, outcomes, itemResults);
    await this.#score.flush();
    return describe({
      name,
      runName,
      description: params.description,
      identity,
      experimentUrl: await experimentUrl,
      itemResults,
      runEvaluations,
      failures: outcomes.flatMap(({ failure }) => failure ?? []),
    });
  }

  async #runItem<I, E, M, O>(
    params: ExperimentParams<I, E, M, O>,
    runName: string,
    identity: ExperimentIdentity,
    item: ExperimentItem<I, E, M>,
    index: number,
  ): Promise<ItemOutcome<I, E, M, O>> {
    const { itemTimeoutMs = ITEM_TIMEOUT, task } = params;
    const subject = `item ${index + 1} of ${params.data.length}${item?.id === undefined ? "" : ` (${item.id})`}`;
    const fail = (error: unknown, traceId?: string): ExperimentItemFailure<I, E, M> => {
      logger.error(
        `The experiment ${JSON.stringify(params.name)} has no result for ${subject}: ${messageOfThrown(error)}`,
      );
      return { item, index, error, ...(traceId !== undefined && { traceId }) };
    };
    if (!hasInput(item)) return { failure: fail(new TypeError("it has no input")), isSampled: false };
    const experimentId = identity.idOf(item);
    const experiment: RecordedExperiment = { ...params, runName, id: experimentId };
    const recorded = await recordItem(experiment, item, () => withinTime(itemTimeoutMs, async () => task(item)));
    const { outcome, root, isSampled } = recorded;
    const traceId = root?.traceId;
    if ("error" in outcome) return { failure: fail(outcome.error, traceId), isSampled };
    const { output } = outcome;
    const { input, expectedOutput, metadata } = item;
    const given = {
      input,
      output,
      ...(expectedOutput !== undefined && { expectedOutput }),
      ...(metadata !== undefined && { metadata }),
    };
    const evaluations = await this.#judge(params.evaluators, {
      params: given,
      input: given,
      subject,
      timeLimit: itemTimeoutMs,
      targets: isSampled ? [{ traceId: root!.traceId, observationId: root!.spanId }] : [],
      place: {
        parent: root,
        experiment: experimentAttributes(experiment, item.datasetId),
        metadata: { ...runMetadata(experiment), experiment_item_id: itemIdOf(item) },
      },
    });
    const result: ExperimentItemResult<I, E, M, O> = withDeprecated(
      {
        item,
        input,
        output,
        evaluations,
        experimentId,
        ...(expectedOutput !== undefined && { expectedOutput }),
        ...(traceId !== undefined && { traceId }),
      },
      { datasetRunId: experimentId },
      { datasetRunId: "experimentId" },
    );
    return { result, isSampled };
  }

  /** Judges all items together. The evaluators' work is a trace of the first experiment, beside those of the items. */
  async #judgeRun<I, E, M, O>(
    params: ExperimentParams<I, E, M, O>,
    runName: string,
    identity: ExperimentIdentity,
    outcomes: ReadonlyArray<ItemOutcome<I, E, M, O>>,
    itemResults: Array<ExperimentItemResult<I, E, M, O>>,
  ): Promise<Evaluation[]> {
    const subject = `the experiment ${JSON.stringify(params.name)}`;
    const sampled = outcomes.filter(({ isSampled }) => isSampled);
    const experimentIds = new Set(sampled.map(({ result, failure }) => identity.idOf((result ?? failure)!.item)));
    const experiment: RecordedExperiment = { ...params, runName, id: identity.id };
    const evaluations = await this.#judge(params.runEvaluators, {
      params: { itemResults },
      subject,
      timeLimit: params.itemTimeoutMs ?? ITEM_TIMEOUT,
      targets: [...experimentIds].map((datasetRunId) => ({ datasetRunId })),
      place: {
        // An experiment without a recorded item is not to be listed.
        ...(sampled.length > 0 && { experiment: experimentAttributes(experiment, params.data[0]?.datasetId) }),
        metadata: { ...runMetadata(experiment), experiment_id: identity.id },
      },
    });
    if (sampled.length === 0 && evaluations.length > 0)
      logger.debug(`No item of ${subject} was sampled: its run scores are not sent.`);
    return evaluations;
  }

  /** Runs evaluators and queues their scores. */
  async #judge<P>(
    evaluators: Parameters<typeof evaluate<P>>[0] = [],
    request: EvaluationRequest<P>,
  ): Promise<Evaluation[]> {
    const { evaluations, scores } = await evaluate(evaluators, request);
    for (const score of scores) this.#score.create(score);
    return evaluations;
  }
}

/** Returns the metadata of an evaluator's observation that names the experiment. */
function runMetadata({ name, runName }: RecordedExperiment): Record<string, unknown> {
  return { experiment_name: name, experiment_run_name: runName };
}

/** Data of a run that has ended. */
export interface EndedExperiment<I, E, M, O> {
  readonly name: string;
  readonly runName: string;
  readonly description: string | undefined;
  readonly identity: ExperimentIdentity;
  readonly experimentUrl: string | undefined;
  readonly itemResults: Array<ExperimentItemResult<I, E, M, O>>;
  readonly runEvaluations: Evaluation[];
  readonly failures: Array<ExperimentItemFailure<I, E, M>>;
}

function describe<I, E, M, O>(ended: EndedExperiment<I, E, M, O>): ExperimentResult<I, E, M, O> {
  const { name, runName, description, identity, experimentUrl, itemResults, runEvaluations, failures } = ended;
  const shown = {
    name,
    runName,
    experimentId: identity.id,
    ...(experimentUrl !== undefined && { experimentUrl }),
    itemResults,
    runEvaluations,
    failures,
  };
  const result = {
    ...shown,
    format: (options = {}): Promise<string> => Promise.resolve(formatExperiment({ ...shown, description }, options)),
  } satisfies Partial<ExperimentResult<I, E, M, O>>;
  return withDeprecated(
    result,
    {
      datasetRunId: identity.id,
      ...(identity.isOfDataset && experimentUrl !== undefined && { datasetRunUrl: experimentUrl }),
    },
    { datasetRunId: "experimentId", datasetRunUrl: "experimentUrl" },
  );
}

function hasInput<I, E, M>(item: ExperimentItem<I, E, M> | null | undefined): item is ExperimentTaskParams<I, E, M> {
  return item?.input !== undefined;
}

/**
 * Returns true when a tracer provider is registered. Without one the OpenTelemetry API gives spans that record nothing,
 * without a warning.
 */
function hasTracerProvider(): boolean {
  const provider = getSvcTracerProvider() as { getDelegateTracer?: (name: string) => unknown };
  return typeof provider.getDelegateTracer !== "function" || provider.getDelegateTracer("svc") !== undefined;
}

/** Rules for the parameters of an experiment. */
const RULES: ReadonlyArray<Rule<ExperimentParams>> = [
  [({ name }) => typeof name === "string" && name !== "", "name must be a text that is not empty"],
  [({ data }) => Array.isArray(data), "data must be a list of items"],
  [({ task }) => typeof task === "function", "task must be a function"],
  [({ evaluators = [] }) => isListOfFunctions(evaluators), "evaluators must be a list of functions"],
  [({ runEvaluators = [] }) => isListOfFunctions(runEvaluators), "runEvaluators must be a list of functions"],
  [({ maxConcurrency = 1 }) => isCount(maxConcurrency), "maxConcurrency must be an integer above 0"],
  [({ itemTimeoutMs: limit = 1 }) => typeof limit === "number" && limit > 0, "itemTimeoutMs must be a number above 0"],
];
