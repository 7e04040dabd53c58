import { capturedContent, generateUUID, logger, messageOfThrown } from "@svc/core/internal";
import type { SvcEvaluator } from "@svc/tracing";
import type { ScoreBody } from "../../score/score-body.ts";
import { withinTime } from "../../time-limit.ts";
import type { Evaluation } from "../experiment-types.ts";
import { recordEvaluator, type EvaluatorPlace } from "./evaluator-span.ts";
import type { ScoreIds } from "./score-ids.ts";
import { problemOfValue } from "./score-summary.ts";

/** Evaluator function. Log lines and observations use its name. */
type Judge<P> = (params: P) => Evaluation | Evaluation[] | Promise<Evaluation | Evaluation[]>;

/** Trace, observation or experiment that gets the scores. */
export type ScoreTarget = Pick<ScoreBody, "traceId" | "observationId" | "datasetRunId">;

/** Item, observation or run to judge, and the targets of its scores. */
export interface EvaluationRequest<P> {
  readonly params: P;
  /** Name of what is judged, for log lines. */
  readonly subject: string;
  /** Time for each evaluator, in milliseconds. */
  readonly timeLimit: number;
  readonly place: EvaluatorPlace;
  /** Targets of the scores; each gets a score of each judgement. */
  readonly targets: readonly ScoreTarget[];
  /** Input of the observations; none by default. */
  readonly input?: unknown;
  /** Ids of the scores; random by default. */
  readonly scoreIds?: ScoreIds | undefined;
}

/** Evaluator that failed, and its error. */
export interface EvaluatorFailure {
  /** Name of the function; empty for a function without one. */
  readonly evaluator: string;
  readonly error: unknown;
}

/** Judgements of evaluators. */
export interface Evaluated {
  /** All judgements, also those that are no scores: NaN, true. */
  readonly evaluations: Evaluation[];
  /** Scores to be sent: the judgements that have a finite number or a text, for each target, with their ids. */
  readonly scores: ScoreBody[];
  /** Evaluators that threw, took too long, or gave something that is no score. */
  readonly failures: EvaluatorFailure[];
}

/**
 * Runs evaluators side by side and records each as an observation that names the ids of its scores. A failure is logged, and
 * is the level ERROR of the observation.
 */
export async function evaluate<P>(
  evaluators: ReadonlyArray<Judge<P>>,
  request: EvaluationRequest<P>,
): Promise<Evaluated> {
  const names = distinct(evaluators.map(({ name }) => name));
  const found = await Promise.all(evaluators.map((evaluator, index) => evaluateOne(evaluator, names[index]!, request)));
  return {
    evaluations: found.flatMap(({ evaluations }) => evaluations),
    scores: found.flatMap(({ scores }) => scores),
    failures: found.flatMap(({ failures }) => failures),
  };
}

/** Returns the names with a number behind each that was there before. */
function distinct(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const earlier = names.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} ${earlier + 1}`;
  });
}

async function evaluateOne<P>(
  evaluator: Judge<P>,
  distinctName: string,
  request: EvaluationRequest<P>,
): Promise<Evaluated> {
  const { input, place, subject } = request;
  const fail = (error: unknown): EvaluatorFailure[] => {
    logger.error(
      `The evaluator ${evaluator.name || "without a name"} failed for ${subject}: ${messageOfThrown(error)}`,
    );
    return [{ evaluator: evaluator.name, error }];
  };
  try {
    return await recordEvaluator(evaluator.name, place, input, async (observation) => {
      const evaluations = await judgementsOf(evaluator, request);
      const scores = scoresOf(distinctName, evaluations, request);
      const problem = evaluations.map(problemOfValue).find((found) => found !== undefined);
      describe(observation, evaluator.name, evaluations, scores, problem);
      return { evaluations, scores, failures: problem === undefined ? [] : fail(new TypeError(problem)) };
    });
  } catch (error) {
    return { evaluations: [], scores: [], failures: fail(error) };
  }
}

async function judgementsOf<P>(
  evaluator: Judge<P>,
  { params, timeLimit }: EvaluationRequest<P>,
): Promise<Evaluation[]> {
  const evaluations = [await withinTime(timeLimit, () => evaluator(params))].flat();
  if (evaluations.every(isEvaluation)) return evaluations;
  throw new TypeError("it must give an object with name and value, or a list of them");
}

function scoresOf(
  evaluator: string,
  evaluations: readonly Evaluation[],
  { targets, scoreIds }: Pick<EvaluationRequest<never>, "targets" | "scoreIds">,
): ScoreBody[] {
  const usable = evaluations.filter((evaluation) => problemOfValue(evaluation) === undefined);
  const idOf = ({ name }: Evaluation, index: number): string => {
    const nth = usable.slice(0, index).filter((other) => other.name === name).length;
    return scoreIds?.(evaluator, name, nth) ?? generateUUID();
  };
  return targets.flatMap((target) =>
    usable.map((evaluation, index) => Object.assign({ id: idOf(evaluation, index) }, evaluation, target)),
  );
}

function describe(
  observation: SvcEvaluator,
  evaluator: string,
  evaluations: readonly Evaluation[],
  scores: readonly ScoreBody[],
  problem: string | undefined,
): void {
  const [first] = evaluations;
  if (evaluator === "" && first !== undefined) observation.otelSpan.updateName(first.name);
  observation.update({
    ...(capturedContent().outputs && { output: evaluations.length === 1 ? first : evaluations }),
    ...(scores.length > 0 && { metadata: { score_ids: scores.map(({ id }) => id) } }),
    ...(problem !== undefined && { level: "ERROR", statusMessage: problem }),
  });
}

function isEvaluation(value: unknown): value is Evaluation {
  return typeof value === "object" && value !== null && "name" in value && "value" in value;
}
