import { logger } from "@svc/core";
import { withinTime } from "../time-limit.ts";
import type { Evaluation } from "./experiment-types.ts";

/** A function that judges: its name is used in messages. */
type Judge<P> = (params: P) => Evaluation | Evaluation[] | Promise<Evaluation | Evaluation[]>;

/** What the evaluators found, and how many of them failed. */
export interface Evaluated {
  readonly evaluations: Evaluation[];
  readonly failed: number;
}

/** Lets evaluators judge side by side, each within the time, in milliseconds. One that fails is said and left out. */
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
    logger.error(`The evaluator ${name} failed for ${subject}: ${messageOf(error)}`);
    return undefined;
  }
}

function isEvaluation(value: unknown): value is Evaluation {
  return typeof value === "object" && value !== null && "name" in value && "value" in value;
}

/** The text of anything that was thrown. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "it threw something without a text";
  }
}
