import {
  deliveryOf,
  logger,
  LossReport,
  isTemporary,
  mayHaveArrived,
  reasonOfLoss,
  rejectionsIn,
  SCORE_RETRIES,
  classifyAnswer,
  waitInBackground,
  withRetries,
  describeRejections,
  type Delivery,
  type HttpAnswer,
  type LoadedRequest,
  type Loss,
  type Outcome,
} from "@svc/core/internal";
import { createHttpSender } from "@svc/core/internal/http";
import { ANSWER_RULES } from "../delivery/answer-rules.ts";

const CONCURRENCY = 4;

/** Request with scores, and the function that takes the outcome of its scores. */
interface RelayedRequest {
  loaded: LoadedRequest;
  readonly settle: (outcome: Outcome) => void;
}

/**
 * Scores of worker threads, in the requests that the workers handed over. Each request is made in the background. A temporary
 * failure is retried until the request timeout has passed once; then the request waits for the next flush or the end of the
 * process.
 */
export class RelayedScores {
  readonly #sender = createHttpSender();
  /** Time one request may take, and all attempts at a request until the last begins. */
  readonly #timeoutMs: number;
  readonly #waiting: RelayedRequest[] = [];
  readonly #underWay = new Map<RelayedRequest, Promise<void>>();
  readonly #failed: RelayedRequest[] = [];
  readonly #losses = new LossReport("score");

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Queues a request. Returns at once. Calls `settle` when the service has taken or refused the request. */
  take(loaded: LoadedRequest, settle: (outcome: Outcome) => void): void {
    this.#waiting.push({ loaded, settle });
    this.#work();
  }

  /**
   * Resolves when each request was made, also those that failed before, or failed for as long as one request may take. A
   * warning gives the number of scores that wait.
   */
  async flush(): Promise<void> {
    this.#waiting.push(...this.#failed.splice(0));
    this.#work();
    this.#sender.hold(true);
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
    this.#sender.hold(false);
    this.#sayFailed();
  }

  /** Returns deliveries of all requests that the service has not taken, and removes the requests. */
  drain(): Delivery[] {
    const requests = [...this.#failed.splice(0), ...this.#underWay.keys(), ...this.#waiting.splice(0)];
    this.#underWay.clear();
    return requests.map(({ loaded }) => deliveryOf(loaded, ANSWER_RULES[loaded.cargo]));
  }

  /** Returns the losses that are not logged yet. */
  takeLosses(): Loss[] {
    return this.#losses.takeRest();
  }

  #work(): void {
    while (this.#underWay.size < CONCURRENCY && this.#waiting.length > 0) {
      const relayed = this.#waiting.shift()!;
      this.#underWay.set(relayed, this.#deliver(relayed));
    }
  }

  async #deliver(relayed: RelayedRequest): Promise<void> {
    const rules = ANSWER_RULES[relayed.loaded.cargo];
    const answer = await withRetries(SCORE_RETRIES, {
      attempt: () => this.#attempt(relayed),
      isTemporary: (attempt) => this.#underWay.has(relayed) && isTemporary(rules, attempt),
      askedMs: ({ retryAfterMs }) => retryAfterMs,
      wait: waitInBackground,
      timeoutMs: this.#timeoutMs,
    });
    if (this.#underWay.delete(relayed)) this.#end(relayed, answer);
  }

  async #attempt(relayed: RelayedRequest): Promise<HttpAnswer> {
    const { loaded } = relayed;
    const answer = await this.#sender.send(loaded.request, this.#timeoutMs, () => {
      // Until there is an answer: the process may end before.
      relayed.loaded = { ...loaded, isRepeated: true };
    });
    relayed.loaded = { ...loaded, isRepeated: loaded.isRepeated === true || mayHaveArrived(answer) };
    return answer;
  }

  #end(relayed: RelayedRequest, answer: HttpAnswer): void {
    const { cargo, count, request, isRepeated } = relayed.loaded;
    const rules = ANSWER_RULES[cargo];
    if (isTemporary(rules, answer)) {
      this.#failed.push(relayed);
    } else if (classifyAnswer(rules, answer) === "delivered") {
      const { rejected, errors } = rejectionsIn(rules, answer);
      if (rejected > 0) logger.error(describeRejections(rejected, count, errors));
      relayed.settle({ delivered: count - rejected, rejected, lost: 0 });
    } else {
      this.#losses.add(count, reasonOfLoss(rules, request.url, answer), isRepeated);
      relayed.settle({ delivered: 0, rejected: 0, lost: count });
    }
    this.#work();
  }

  #sayFailed(): void {
    if (this.#failed.length === 0) return;
    const count = this.#failed.reduce((sum, { loaded }) => sum + loaded.count, 0);
    logger.warnOnce(
      "Scores of worker threads were not delivered. They wait and are sent again. Waiting after a flush:",
      count,
    );
  }
}
