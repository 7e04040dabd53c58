import { describeFailure, isMisdirected, type HttpAnswer } from "./http-answer.ts";
import type { Cargo, Loss } from "./loss.ts";
import { readPartialSuccess, readRejections, type Rejections } from "./rejections.ts";

/**
 * Meaning of an answer for the items of its request: the service took them, except for rejected ones; it may take the same
 * request later; the request did not reach the service, but a later one may; the request is too large; the items are lost.
 */
export type Verdict = "delivered" | "retry" | "unreachable" | "split" | "lost";

interface AnswerRules {
  /** Returns true for a status after which the same request may succeed later. */
  readonly mayPass: (status: number) => boolean;
  /** Status of a request that is too large and is delivered in two halves. */
  readonly tooLarge?: number;
  /** Reads which items of a 2xx answer were rejected. */
  readonly rejections?: (answer: HttpAnswer) => Rejections;
  /** Advice for a status that refuses the request. */
  readonly hints?: Readonly<Record<number, string>>;
}

/** Statuses of the OTLP specification after which an export may succeed later. */
const OTLP_RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Meanings of the service's answers. Contract: "Errors"; for spans the OTLP specification. */
const RULES: Readonly<Record<Cargo, AnswerRules>> = {
  span: {
    mayPass: (status) => OTLP_RETRYABLE.has(status),
    tooLarge: 413,
    rejections: ({ body }) => readPartialSuccess(body),
  },
  score: {
    mayPass: (status) => status === 429 || status >= 500,
    rejections: ({ status, body }) => (status === 207 ? readRejections(body) : NONE_REJECTED),
    hints: { 400: "batched score creation needs service 4.55.0 or later" },
  },
  media: { mayPass: (status) => status === 429 || status >= 500 },
};

const NONE_REJECTED: Rejections = { rejected: 0, errors: "" };

/** Judges the answer to a request that carries items of one kind. */
export function verdictOf(cargo: Cargo, answer: HttpAnswer): Verdict {
  const { status } = answer;
  const { mayPass, tooLarge } = RULES[cargo];
  if (status === 0 || isMisdirected(answer)) return "unreachable";
  if (status >= 200 && status < 300) return "delivered";
  if (mayPass(status)) return "retry";
  return status === tooLarge ? "split" : "lost";
}

/** Returns true when a later attempt at the same request may succeed. */
export function mayPass(cargo: Cargo, answer: HttpAnswer): boolean {
  const verdict = verdictOf(cargo, answer);
  return verdict === "retry" || verdict === "unreachable";
}

/** Returns the items that a service rejected although it took the request. */
export function rejectionsIn(cargo: Cargo, answer: HttpAnswer): Rejections {
  return RULES[cargo].rejections?.(answer) ?? NONE_REJECTED;
}

/** Returns the log line about rejected scores. Contract: "Errors", score batch partly accepted. */
export function describeRejections(rejected: number, count: number, errors: string): string {
  return `rejected ${rejected} of ${count} scores in batch: ${errors}`;
}

/** Returns the reason why the items of a request are lost, with the address. */
export function reasonOfLoss(cargo: Cargo, url: string, answer: HttpAnswer): string {
  return `${url} ${describeFailure(answer, RULES[cargo].hints?.[answer.status])}`;
}

/** Returns the losses of a request with `count` items whose answer is final. */
export function lossesIn(cargo: Cargo, count: number, url: string, answer: HttpAnswer): Loss[] {
  if (verdictOf(cargo, answer) !== "delivered") return [{ cargo, count, reason: reasonOfLoss(cargo, url, answer) }];
  const { rejected, errors } = rejectionsIn(cargo, answer);
  return rejected > 0 ? [{ cargo, count: rejected, reason: `${url} rejected them: ${errors}` }] : [];
}
