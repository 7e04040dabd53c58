import type { Context } from "@opentelemetry/api";
import { textOf } from "@svc/core/internal";
import { ownData } from "@svc/instrumentation";

/** Input that steers a response, and the context in which it was sent. */
interface SteeringInput {
  readonly input?: unknown;
  readonly context?: Context;
}

/** Maximum number of responses whose steering input waits. */
const MAX_WAITING = 100;

/** Inputs that steer a response in progress. The response ends, and the server goes on with a next one that has the input. */
export class SteeringInputs {
  readonly #ofResponses = new Map<string, SteeringInput>();
  /** Input of the next response, by its lane. */
  readonly #next = new Map<string, SteeringInput>();

  /** Notes the input of a `response.steer`. Further input of the same response is added. */
  add(responseId: unknown, input: unknown, context: Context): void {
    const id = textOf(responseId) ?? "";
    const before = this.#ofResponses.get(id);
    if (before === undefined && this.#ofResponses.size === MAX_WAITING) return;
    const all = before === undefined ? input : [before.input, input].flat();
    this.#ofResponses.set(id, { input: all, context });
  }

  /** Notes that a response of a lane ended incomplete. */
  ended(lane: string, response: unknown): void {
    const id = textOf(ownData(response, "id")) ?? "";
    const steering = this.#ofResponses.get(id);
    if (steering !== undefined) this.#next.set(lane, steering);
    this.#ofResponses.delete(id);
  }

  /** Returns the input of the response that the server begins in this lane. */
  takeFor(lane: string): SteeringInput {
    const steering = this.#next.get(lane);
    this.#next.delete(lane);
    return steering ?? {};
  }
}
