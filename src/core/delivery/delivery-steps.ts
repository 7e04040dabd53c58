import type { HttpAnswer, HttpRequest } from "./http-answer.ts";
import type { Cargo, Loss } from "./loss.ts";
import { lossesIn, type AnswerRules } from "./answer-classification.ts";

/**
 * Requests of one delivery, made one after another. Each request is yielded to the caller, who makes and repeats it. Returns
 * the losses and does not throw.
 */
export type DeliverySteps = Generator<HttpRequest, Loss[], HttpAnswer>;

/** Undelivered items, as the requests that deliver them. */
export interface Delivery {
  readonly cargo: Cargo;
  readonly steps: DeliverySteps;
}

/** Request with the items it carries. Plain data, which can be sent between threads. */
export interface LoadedRequest {
  readonly cargo: Cargo;
  readonly count: number;
  readonly request: HttpRequest;
  /** True when the request was sent before, and its answer did not come. */
  readonly isRepeated?: boolean;
}

/** Returns the delivery of a single request, whose answer is judged by the rules. */
export function deliveryOf(loaded: LoadedRequest, rules: AnswerRules): Delivery {
  return { cargo: loaded.cargo, steps: singleStep(loaded, rules) };
}

function* singleStep({ count, request, isRepeated }: LoadedRequest, rules: AnswerRules): DeliverySteps {
  return lossesIn(rules, count, request.url, yield request, isRepeated);
}
