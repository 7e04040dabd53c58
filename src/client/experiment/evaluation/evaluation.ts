import { logger, messageOfThrown } from "@svc/core/internal";
import { withinTime } from "../../time-limit.ts";
import type { Evaluation } from "../experiment-types.ts";

/** Evaluator function. Log lines use its name. */
type Judge<P> = (params: P) => Evaluation | Evaluation[] | Promise<Evaluation | Evaluation[]>;

/** Evaluations, and the number of evaluators that failed. */
export interface Evaluated {
  readonly evaluations: Evaluation[];
  readonly failed: number;
}

/** Runs evaluators side by side, each for at most `timeLimit` milliseconds. Logs and leaves out an evaluator that fails. */
export async function evaluate<P>(
  evaluators: ReadonlyArray<Judge<P>>,
  params: P,
  subject: string,
  timeLimit: number,
): Promise<Evaluated> {
  const found = await Promise.all(evaluators.map((evaluator) => evaluateOne(evaluator, params, subject, timeLimit)));
  return {
    evaluations: found.flatMap((evaluations) => evaluations ?? []),
    failed: found.filter((evaluations) => evaluations === undefined).length,
  };
}

async function evaluateOne<P>(
  evaluator: Judge<P>,
  params: P,
  subject: string,
  timeLimit: number,
): Promise<Evaluation[] | undefined> {
  const name = evaluator.name || "without a name";
  try {
    const evaluations = [await withinTime(timeLimit, () => evaluator(params))].flat();
    if (evaluations.every(isEvaluation)) return evaluations;
    throw new TypeError("it must give an object with name and value, or a list of them");
  } catch (error) {
    logger.error(`The evaluator ${name} failed for ${subject}: ${messageOfThrown(error)}`);
    return undefined;
  }
}

function isEvaluation(value: unknown): value is Evaluation {
  return typeof value === "object" && value !== null && "name" in value && "value" in value;
}
