import { registerEndingQueue } from "#platform/ending-queue";
import {
  deliverIfUrgent,
  deliveryOf,
  describeRejections,
  describeSetback,
  extendRequest,
  logger,
  mayHaveArrived,
  pauseAfter,
  prepareForRequests,
  reasonOfLoss,
  rejectionsIn,
  SCORE_RETRIES,
  safeSetTimeout,
  SCORE_ANSWERS,
  classifyAnswer,
  type Delivery,
  type HttpAnswer,
  type HandedOver,
  type LoadedRequest,
  type Loss,
  type LossReport,
} from "@svc/core/internal";
import { HandedOverScores } from "./handed-over-scores.ts";
import { DeliveryWait } from "./delivery-wait.ts";
import { bodyOf, type ScoreBatch } from "./score-batch.ts";
import { MAX_SCORES, ScoreBatches } from "./score-batches.ts";
import type { ScoreReport } from "./score-report.ts";
import type { ScoreSender } from "./score-sender.ts";

export interface ScoreQueueOptions {
  readonly sender: ScoreSender;
  /** Number of waiting scores at which a batch is sent. */
  readonly flushAt: number;
  /** Longest time a score waits. */
  readonly flushIntervalMs: number;
  /** Largest size of all queued scores, in bytes. */
  readonly maxBytes: number;
  /**
   * Time without a delivery after which `flush` and `shutdown` give up; a request that hangs has as long
   * again.
   */
  readonly shutdownTimeoutMs: number;
  readonly losses: LossReport;
}

/** Concurrent requests. */
const CONCURRENCY = 8;

/** Time a batch with enough scores may still grow, so that a steady stream makes few requests. */
const GATHERING_MS = 20;

/** Longest shutdown, as a multiple of its timeout, for a service that takes a few scores now and then. */
const LONGEST_SHUTDOWN = 6;

/**
 * Bounded queue of scores that the service has not taken yet. Scores that do not fit are counted and logged. Network
 * errors, 429 and 5xx are retried with growing pauses for as long as the process lives, a timeout once. Contract: "Score
 * sending behaviour", "Errors", "Limits".
 */
export class ScoreQueue {
  readonly #options: ScoreQueueOptions;
  readonly #batches: ScoreBatches;
  /** Scores that another thread delivers. They are neither in a batch of this queue nor in its size. */
  readonly #handedOver = new HandedOverScores();
  #delivered = 0;
  #rejected = 0;
  /** Start time of each request under way. */
  readonly #underWay = new Map<ScoreBatch, number>();
  /** Failed attempts since the last success. */
  #failures = 0;
  readonly #deliveryWait: DeliveryWait;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Timer that closes the open batch, however few scores are in it, and its time. */
  #closing: { readonly timer: ReturnType<typeof setTimeout>; readonly at: number } | undefined;
  #isDeliveryDue = false;
  /** Removes this queue from the list of queues delivered at the end of the process. */
  #forgetEnd: () => void = () => {};
  readonly #flush = (): Promise<void> => this.flush();

  constructor(options: ScoreQueueOptions) {
    prepareForRequests();
    this.#options = options;
    this.#batches = new ScoreBatches(options.maxBytes);
    this.#deliveryWait = new DeliveryWait({
      idleMs: options.shutdownTimeoutMs,
      isHanging: (now) => this.#isHanging(now),
    });
  }

  get report(): ScoreReport {
    const { delivered, rejected, lost } = this.#handedOver.outcome;
    return {
      delivered: this.#delivered + delivered,
      rejected: this.#rejected + rejected,
      lost: this.#options.losses.total + lost,
      waiting: this.#batches.size + this.#handedOver.waiting,
    };
  }

  /** Queues the JSON text of a score. Returns at once. */
  push(text: string): void {
    const { maxBytes, losses, flushAt, flushIntervalMs } = this.#options;
    if (!this.#batches.add(text)) {
      losses.add(
        1,
        `the queue is full (${MAX_SCORES} scores or ${maxBytes} bytes); call flush() more often, or raise SVC_OTEL_MAX_QUEUE_SIZE_BYTES`,
      );
      return;
    }
    if (this.#batches.size === 1) this.#forgetEnd = registerEndingQueue(this);
    // Of a batch that is full at once, the score before it has asked.
    if (this.#batches.openSize === 1) extendRequest(this.#flush);
    if (this.#batches.openSize >= flushAt) this.#closeWithin(GATHERING_MS);
    else if (this.#closing === undefined) this.#closeWithin(flushIntervalMs);
    // First: what another thread takes over at the end of this turn is not sent from here as well.
    deliverIfUrgent();
    if (this.#batches.ready.length > 0) this.#deliverSoon();
  }

  /**
   * Delivers the queued scores. Resolves when every score was delivered, rejected or lost, or when the service took
   * nothing for as long as a shutdown may last. The other scores wait on; a warning gives their number.
   */
  async flush(): Promise<void> {
    // A worker thread hands its scores over in this turn; they are not sent from here as well.
    await Promise.resolve();
    if ((await this.#settleAll(Infinity)) === undefined) return;
    const { url } = this.#options.sender;
    const { size } = this.#batches;
    const { waiting } = this.#handedOver;
    if (waiting > 0) {
      const what =
        "The main thread has not delivered all scores of this worker thread. It keeps them and sends them later.";
      logger.warnOnce(`${what} Waiting after a flush:`, waiting);
    }
    if (size === 0) return;
    logger.warnOnce(`${url} did not take all scores; they wait and are sent again. Waiting after a flush:`, size);
  }

  /**
   * Delivers the queued scores for as long as the service takes them, and logs those it could not deliver. Repeats a
   * request that times out once. Scores queued later are still delivered. Scores that the main thread has stay there.
   * Contract: "Limits", score request timeout.
   */
  async shutdown(): Promise<void> {
    await Promise.resolve();
    const { shutdownTimeoutMs, sender, losses } = this.#options;
    const latest = performance.now() + LONGEST_SHUTDOWN * shutdownTimeoutMs;
    let idleMs: number | undefined;
    while (this.report.waiting > 0 && idleMs === undefined) idleMs = await this.#settleAll(latest);
    if (idleMs !== undefined && this.#batches.size > 0) {
      const reason = `${sender.url} did not take them by the end: it took nothing for ${idleMs / 1000} s, or was slow`;
      for (const { texts, settled, mayHaveArrived: isRepeated } of this.#takeAll()) {
        losses.add(texts.length, reason, isRepeated);
        settled.resolve();
      }
      sender.abort();
    }
    losses.sayRest();
  }

  /**
   * Returns deliveries of the undelivered scores for the end of the process, and removes the scores from the queue. Requests
   * under way may arrive twice.
   */
  drain(): Delivery[] {
    return this.#takeAll().map((batch) => {
      batch.settled.resolve();
      return deliveryOf(this.#load(batch), SCORE_ANSWERS);
    });
  }

  /** Returns requests for the undelivered scores. Another thread makes them; the scores still count as waiting. */
  handOver(): HandedOver[] {
    return this.#takeAll().map((batch) => ({ loaded: this.#load(batch), settle: this.#countOutcome(batch) }));
  }

  /** Returns the losses that are not logged yet. */
  takeLosses(): Loss[] {
    return this.#options.losses.takeRest();
  }

  #takeAll(): ScoreBatch[] {
    this.#forgetEnd();
    return this.#batches.takeAll();
  }

  #load(batch: ScoreBatch): LoadedRequest {
    const { texts, mayHaveArrived: isRepeated } = batch;
    return { cargo: "score", count: texts.length, request: this.#options.sender.request(bodyOf(batch)), isRepeated };
  }

  #countOutcome(batch: ScoreBatch): HandedOver["settle"] {
    const count = this.#handedOver.add(batch);
    return (outcome) => {
      if (outcome.delivered > 0) this.#deliveryWait.noteSuccess();
      count(outcome);
    };
  }

  /**
   * Delivers all scores. Resolves when all are settled. Otherwise resolves with the milliseconds in which the service took
   * nothing, when that time is too long or `latest` has passed.
   */
  async #settleAll(latest: number): Promise<number | undefined> {
    const { sender } = this.#options;
    const settling = [...this.#batches.close()].map(({ settled }) => settled.promise);
    this.#deliver();
    sender.hold(true);
    const idleMs = await this.#deliveryWait.wait([...settling, ...this.#handedOver.settling()], latest);
    sender.hold(false);
    return idleMs;
  }

  /** Returns true when a request has long been without an answer, or is the second attempt after a timeout. */
  #isHanging(now: number): boolean {
    const long = this.#options.shutdownTimeoutMs / 2;
    return [...this.#underWay].some(([batch, begun]) => batch.timeouts > 0 || now - begun >= long);
  }

  #closeWithin(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (this.#closing !== undefined) {
      if (this.#closing.at <= at) return;
      clearTimeout(this.#closing.timer);
    }
    const timer = safeSetTimeout(() => {
      this.#closing = undefined;
      this.#batches.close();
      this.#deliver();
    }, milliseconds);
    this.#closing = { timer, at };
  }

  /** Delivers at the end of this turn: a burst closes many batches in one turn. */
  #deliverSoon(): void {
    if (this.#isDeliveryDue) return;
    this.#isDeliveryDue = true;
    queueMicrotask(() => {
      this.#isDeliveryDue = false;
      this.#deliver();
    });
  }

  #deliver(): void {
    if (this.#pause !== undefined) return;
    const concurrency = this.#failures > 1 ? 1 : CONCURRENCY;
    const { ready } = this.#batches;
    while (ready.length > 0 && this.#underWay.size < concurrency) void this.#attempt(ready.shift()!);
  }

  async #attempt(batch: ScoreBatch): Promise<void> {
    const { sender } = this.#options;
    const isRepeated = batch.mayHaveArrived;
    this.#underWay.set(batch, performance.now());
    const answer = await sender.send(sender.request(bodyOf(batch)), () => {
      // Until there is an answer: the process may end before.
      batch.mayHaveArrived = true;
    });
    batch.mayHaveArrived = isRepeated || mayHaveArrived(answer);
    this.#underWay.delete(batch);
    if (this.#batches.has(batch)) this.#onAnswer(batch, answer);
    this.#deliver();
  }

  #onAnswer(batch: ScoreBatch, answer: HttpAnswer): void {
    const answerClass = classifyAnswer(SCORE_ANSWERS, answer);
    const { url } = this.#options.sender;
    if (answerClass === "delivered") this.#succeed(batch, answer);
    else if (answer.isLate && batch.timeouts++ === 0) this.#batches.ready.unshift(batch);
    else if (answer.isLate)
      this.#lose(batch, `${reasonOfLoss(SCORE_ANSWERS, url, answer)} The request was made twice.`);
    else if (answerClass === "retry" || answerClass === "unreachable") this.#postpone(batch, answer);
    else this.#lose(batch, reasonOfLoss(SCORE_ANSWERS, url, answer));
  }

  #succeed(batch: ScoreBatch, answer: HttpAnswer): void {
    const { rejected, errors } = rejectionsIn(SCORE_ANSWERS, answer);
    if (rejected > 0) logger.error(describeRejections(rejected, batch.texts.length, errors));
    this.#failures = 0;
    this.#deliveryWait.noteSuccess();
    this.#rejected += rejected;
    this.#delivered += batch.texts.length - rejected;
    this.#settle(batch);
  }

  /**
   * Schedules another attempt. One failure holds back its own batch. A second failure without a success between, or a
   * `Retry-After` of the service, holds back all batches.
   */
  #postpone(batch: ScoreBatch, answer: HttpAnswer): void {
    logger.warnOnce(`${this.#options.sender.url} ${describeSetback(answer)}; scores wait and are sent again.`);
    this.#failures++;
    const { retryAfterMs } = answer;
    const pause = pauseAfter(++batch.failures, SCORE_RETRIES, retryAfterMs);
    if (this.#failures > 1 || retryAfterMs !== undefined) {
      this.#batches.ready.unshift(batch);
      this.#pause ??= safeSetTimeout(() => {
        this.#pause = undefined;
        this.#deliver();
      }, pause);
    } else {
      safeSetTimeout(() => {
        if (!this.#batches.has(batch)) return;
        this.#batches.ready.unshift(batch);
        this.#deliver();
      }, pause);
    }
  }

  #lose(batch: ScoreBatch, reason: string): void {
    this.#options.losses.add(batch.texts.length, reason, batch.mayHaveArrived);
    this.#settle(batch);
  }

  #settle(batch: ScoreBatch): void {
    this.#batches.remove(batch);
    if (this.#batches.size === 0) this.#forgetEnd();
    batch.settled.resolve();
  }
}
