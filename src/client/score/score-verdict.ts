import { describeFailure, describeSetback, isMisdirected, isSuccess, readRejections } from "@svc/core/internal";
import type { ScoreAnswer } from "./score-sender.ts";

/** Outcome of a request for its batch of scores. */
export type ScoreVerdict =
  /** Batch the service took, except for `rejected` scores; `errors` has the reasons. */
  | { readonly kind: "taken"; readonly rejected: number; readonly errors: string }
  /** Batch the service may take later. */
  | { readonly kind: "postponed"; readonly reason: string; readonly retryAfter: number | undefined }
  | { readonly kind: "late"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string };

/** Judges an answer of the service at an address. Contract: "Errors". */
export function judge(answer: ScoreAnswer, url: string): ScoreVerdict {
  const { status, error, isLate, retryAfter } = answer;
  if (status === 207 && isSuccess(answer)) return { kind: "taken", ...readRejections(answer.body) };
  if (isSuccess(answer)) return { kind: "taken", rejected: 0, errors: "" };
  if (isLate) return { kind: "late", reason: `${url} ${describeFailure(answer)}` };
  if (status === 0) return { kind: "postponed", reason: error!, retryAfter: undefined };
  if (isMisdirected(answer)) return { kind: "postponed", reason: describeSetback(answer), retryAfter };
  if (status === 429 || status >= 500) return { kind: "postponed", reason: `status ${status}`, retryAfter };
  return { kind: "refused", reason: status === 400 ? tooOld(textOf(answer)) : `${url} ${describeFailure(answer)}` };
}

/** Returns the reason for status 400. Contract: "Errors", server older than 4.55.0. */
function tooOld(text: string): string {
  const answer = text === "" ? "" : ` It answered: ${text.slice(0, 200)}`;
  return `the service answered 400; batched score creation needs service 4.55.0 or later.${answer}`;
}

function textOf({ body }: ScoreAnswer): string {
  return Buffer.from(body).toString("utf8");
}
