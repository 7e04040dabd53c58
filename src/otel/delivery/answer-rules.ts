import { readPartialSuccess } from "#encoding/partial-success";
import { MEDIA_ANSWERS, SCORE_ANSWERS, type AnswerRules, type Cargo } from "@svc/core/internal";

/** Statuses of the OTLP specification after which an export may succeed later. */
const OTLP_RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Meanings of answers to spans, by the OTLP specification. */
export const SPAN_ANSWERS: AnswerRules = {
  cargo: "span",
  isTemporary: (status) => OTLP_RETRYABLE.has(status),
  tooLarge: 413,
  rejections: ({ body }) => readPartialSuccess(body),
};

/** Meanings of answers by what the request carries: the end of the process and other threads deliver all of it. */
export const ANSWER_RULES: Readonly<Record<Cargo, AnswerRules>> = {
  span: SPAN_ANSWERS,
  score: SCORE_ANSWERS,
  media: MEDIA_ANSWERS,
};
