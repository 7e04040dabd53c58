import { describeFailure, isMisdirected, type HttpAnswer } from "./http-answer.ts";
import type { Cargo, Loss } from "./loss.ts";
import { NONE_REJECTED, readRejections, type Rejections } from "./rejections.ts";

/**
 * Class of an answer, by what becomes of the items of its request. `delivered`: the service took them, except for those it rejected. `retry`:
 * the service may take the same request later. `unreachable`: the request did not reach the service; a later one may. `split`:
 * the request is too large and must be sent in parts. `lost`: no attempt can deliver the items.
 */
export type AnswerClass = "delivered" | "retry" | "unreachable" | "split" | "lost";

/** Meanings of the service's answers to requests that carry items of one kind. */
export interface AnswerRules {
  readonly cargo: Cargo;
  /** Returns true for a status after which the same request may succeed later. */
  readonly isTemporary: (status: number) => boolean;
  /** Status of a request that is too large and is delivered in two halves. */
  readonly tooLarge?: number;
  /** Reads which items of a 2xx answer were rejected. */
  readonly rejections?: (answer: HttpAnswer) => Rejections;
  /** Advice for a status that refuses the request. */
  readonly hints?: Readonly<Record<number, string>>;
}

/** Meanings of answers to scores. Contract: "Errors". */
export const SCORE_ANSWERS: AnswerRules = {
  cargo: "score",
  isTemporary: isBusyOrBroken,
  rejections: ({ status, body }) => (status === 207 ? readRejections(body) : NONE_REJECTED),
  hints: { 400: "batched score creation needs service 4.55.0 or later" },
};

/** Meanings of answers to media. Contract: "Errors". */
export const MEDIA_ANSWERS: AnswerRules = { cargo: "media", isTemporary: isBusyOrBroken };

function isBusyOrBroken(status: number): boolean {
  return status === 429 || status >= 500;
}

/** Classifies the answer to a request: delivered, to be sent again, or lost. */
export function classifyAnswer({ isTemporary, tooLarge }: AnswerRules, answer: HttpAnswer): AnswerClass {
  const { status } = answer;
  if (status === 0 || isMisdirected(answer)) return "unreachable";
  if (status >= 200 && status < 300) return "delivered";
  if (isTemporary(status)) return "retry";
  return status === tooLarge ? "split" : "lost";
}

/** Returns true when a later attempt at the same request may succeed. */
export function isTemporary(rules: AnswerRules, answer: HttpAnswer): boolean {
  const answerClass = classifyAnswer(rules, answer);
  return answerClass === "retry" || answerClass === "unreachable";
}

/** Statuses of a gateway that got no proper answer of the service: the service may have taken the request. */
const OF_GATEWAYS: ReadonlySet<number> = new Set([502, 504]);

/** Returns true when the service may have taken the request, although the answer does not say so. */
export function mayHaveArrived(answer: HttpAnswer): boolean {
  return answer.mayHaveArrived === true || OF_GATEWAYS.has(answer.status);
}

/** Returns the items that a service rejected although it took the request. */
export function rejectionsIn(rules: AnswerRules, answer: HttpAnswer): Rejections {
  return rules.rejections?.(answer) ?? NONE_REJECTED;
}

/** Returns the log line about rejected scores. Contract: "Errors", score batch partly accepted. */
export function describeRejections(rejected: number, count: number, errors: string): string {
  return `rejected ${rejected} of ${count} scores in batch: ${errors}`;
}

/** Returns the reason why the items of a request are lost, with the address. */
export function reasonOfLoss({ hints }: AnswerRules, url: string, answer: HttpAnswer): string {
  return `${url} ${describeFailure(answer, hints?.[answer.status])}`;
}

/**
 * Returns the losses of a request with `count` items whose answer is final. `isRepeated`: an earlier attempt may have
 * delivered the items.
 */
export function lossesIn(
  rules: AnswerRules,
  count: number,
  url: string,
  answer: HttpAnswer,
  isRepeated = false,
): Loss[] {
  const { cargo } = rules;
  if (classifyAnswer(rules, answer) !== "delivered") {
    const reason = reasonOfLoss(rules, url, answer);
    return [{ cargo, count, reason, mayHaveArrived: isRepeated || mayHaveArrived(answer) }];
  }
  const { rejected, errors } = rejectionsIn(rules, answer);
  return rejected > 0 ? [{ cargo, count: rejected, reason: `${url} rejected them: ${errors}` }] : [];
}
