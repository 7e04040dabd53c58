import {
  deliverIfUrgent,
  deliveryOf,
  describeSetback,
  logger,
  pauseAfter,
  reasonOfLoss,
  rejectionsIn,
  RETRIES,
  safeSetTimeout,
  verdictOf,
  type Delivery,
  type HttpAnswer,
  type LoadedRequest,
  type Loss,
  type LossReport,
} from "@svc/core/internal";
import { deliverAtTheEnd } from "../natural-end.ts";
import { bodyOf, createBatch, type ScoreBatch } from "./score-batch.ts";
import type { ScoreSender } from "./score-sender.ts";

/** Options of the score queue. */
export interface ScoreQueueOptions {
  readonly sender: ScoreSender;
  /** Number of waiting scores at which a batch is sent. */
  readonly flushAt: number;
  /** Longest time a score waits, in milliseconds. */
  readonly flushInterval: number;
  /** Largest size of all queued scores, in bytes. */
  readonly maxBytes: number;
  /**
   * Time without a delivery after which `flush` and `shutdown` give up, in milliseconds; a request that hangs has as long
   * again.
   */
  readonly shutdownTimeout: number;
  readonly losses: LossReport;
}

/** Counts of scores since the client's creation. */
export interface ScoreReport {
  readonly delivered: number;
  /** Scores the service found invalid; the log has its reasons. */
  readonly rejected: number;
  /** Scores that could not be delivered; the log has the reasons. */
  readonly lost: number;
  readonly waiting: number;
}

/** Largest number of scores in a batch. Contract: "Limits", scores per batch. */
const SCORES_PER_BATCH = 100;

/** Largest size of a batch, in bytes: services take a megabyte of JSON. A larger score is sent alone. */
const BYTES_PER_BATCH = 900_000;

/** Largest number of scores that wait or are under way. */
const MAX_SCORES = 100_000;

/** Concurrent requests. */
const CONCURRENCY = 8;

/** Time a batch with enough scores may still grow, in milliseconds, so that a steady stream makes few requests. */
const GATHERING_TIME = 20;

/** Longest shutdown, as a multiple of its timeout, for a service that takes a few scores now and then. */
const LONGEST_SHUTDOWN = 6;

/**
 * Bounded queue of scores that the service has not taken yet. Scores that do not fit are counted and logged. Network
 * errors, 429 and 5xx are retried with growing pauses for as long as the process lives, a timeout once. Contract: "Score
 * sending behaviour", "Errors", "Limits".
 */
export class ScoreQueue {
  readonly #options: ScoreQueueOptions;
  /** Batch that takes new scores. */
  #open: ScoreBatch = createBatch();
  /** Batches ready to be sent. */
  #ready: ScoreBatch[] = [];
  /** Closed batches that are not settled: ready, under way, or waiting for the next attempt. */
  readonly #unsettled = new Set<ScoreBatch>();
  #size = 0;
  #bytes = 0;
  #delivered = 0;
  #rejected = 0;
  /** Start time of each request under way. */
  readonly #underWay = new Map<ScoreBatch, number>();
  /** Failed attempts since the last success. */
  #failures = 0;
  #lastSuccess = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Timer that closes the open batch, however few scores are in it, and its time. */
  #closing: { readonly timer: ReturnType<typeof setTimeout>; readonly at: number } | undefined;
  #isDeliveryDue = false;
  /** Removes this queue from the list of queues delivered at the end of the process. */
  #forgetEnd: () => void = () => {};

  constructor(options: ScoreQueueOptions) {
    this.#options = options;
  }

  get report(): ScoreReport {
    const { total: lost } = this.#options.losses;
    return { delivered: this.#delivered, rejected: this.#rejected, lost, waiting: this.#size };
  }

  /** Queues the JSON text of a score. Returns at once. */
  push(text: string): void {
    const { maxBytes, losses } = this.#options;
    const bytes = Buffer.byteLength(text);
    if (this.#size >= MAX_SCORES || this.#bytes + bytes > maxBytes) {
      losses.add(1, `the queue is full (${MAX_SCORES} scores, or SVC_OTEL_MAX_QUEUE_SIZE_BYTES=${maxBytes})`);
      return;
    }
    if (this.#open.bytes + bytes > BYTES_PER_BATCH) this.#close();
    this.#open.texts.push(text);
    this.#open.bytes += bytes;
    this.#bytes += bytes;
    if (this.#size++ === 0) this.#forgetEnd = deliverAtTheEnd(this);
    if (this.#open.texts.length >= SCORES_PER_BATCH) this.#close();
    if (this.#ready.length > 0) this.#deliverSoon();
    if (this.#open.texts.length >= this.#options.flushAt) this.#closeWithin(GATHERING_TIME);
    else if (this.#closing === undefined) this.#closeWithin(this.#options.flushInterval);
    deliverIfUrgent();
  }

  /**
   * Delivers the queued scores. Resolves when every score was delivered, rejected or lost, or when the service took
   * nothing for as long as a shutdown may last. The other scores wait on; a warning gives their number.
   */
  async flush(): Promise<void> {
    if ((await this.#settling(this.#closeAndDeliver(), Infinity)) === undefined) return;
    const { url } = this.#options.sender;
    logger.warnOnce(`${url} did not take all scores; they wait and are sent again. Waiting after a flush:`, this.#size);
  }

  /**
   * Delivers the queued scores for as long as the service takes them, and logs those it could not deliver. Repeats a
   * request that times out once. Scores queued later are still delivered. Contract: "Limits", score request timeout.
   */
  async shutdown(): Promise<void> {
    const { shutdownTimeout, sender, losses } = this.#options;
    const latest = performance.now() + LONGEST_SHUTDOWN * shutdownTimeout;
    let idleMs: number | undefined;
    while (this.#size > 0 && idleMs === undefined) idleMs = await this.#settling(this.#closeAndDeliver(), latest);
    if (idleMs !== undefined) {
      this.#abandon(`${sender.url} did not take them by the end: it took nothing for ${idleMs / 1000} s, or was slow`);
      sender.abort();
    }
    losses.sayRest();
  }

  /**
   * Returns deliveries of the undelivered scores for the end of the process, and removes the scores from the queue. Requests
   * under way may arrive twice.
   */
  drain(): Delivery[] {
    return this.handOver().map(deliveryOf);
  }

  /** Returns requests for the undelivered scores, and removes the scores from the queue: another thread delivers them. */
  handOver(): LoadedRequest[] {
    this.#close();
    const { sender } = this.#options;
    this.#ready = [];
    return [...this.#unsettled].map((batch) => {
      this.#settle(batch);
      return { cargo: "score", count: batch.texts.length, request: sender.request(bodyOf(batch)) };
    });
  }

  /** Returns the losses that are not logged yet. */
  takeLosses(): Loss[] {
    return this.#options.losses.takeRest();
  }

  /**
   * Resolves when all batches are settled. Otherwise resolves with the milliseconds in which the service took nothing,
   * when that time is too long or `latest` has passed. A request that hangs when the time is over has as long again:
   * after its timeout it is made once more.
   */
  #settling(batches: readonly ScoreBatch[], latest: number): Promise<number | undefined> {
    const { shutdownTimeout, sender } = this.#options;
    const gaveUp = Promise.withResolvers<number>();
    this.#lastSuccess = performance.now();
    let idleMs = shutdownTimeout;
    const look = (): void => {
      const now = performance.now();
      if (now - this.#lastSuccess >= shutdownTimeout && this.#isHanging(now)) idleMs = 2 * shutdownTimeout;
      const left = Math.min(latest, this.#lastSuccess + idleMs) - now;
      if (left <= 0) gaveUp.resolve(idleMs);
      else patience = setTimeout(look, left);
    };
    let patience = setTimeout(look, shutdownTimeout);
    sender.hold(true);
    const settled = Promise.all(batches.map((batch) => batch.settled.promise)).then(() => undefined);
    return Promise.race([settled, gaveUp.promise]).finally(() => {
      clearTimeout(patience);
      sender.hold(false);
    });
  }

  /** Returns true when a request has long been without an answer, or is the second attempt after a timeout. */
  #isHanging(now: number): boolean {
    const long = this.#options.shutdownTimeout / 2;
    return [...this.#underWay].some(([batch, begun]) => batch.timeouts > 0 || now - begun >= long);
  }

  #close(): void {
    if (this.#open.texts.length === 0) return;
    this.#ready.push(this.#open);
    this.#unsettled.add(this.#open);
    this.#open = createBatch();
  }

  #closeAndDeliver(): ScoreBatch[] {
    this.#close();
    this.#deliver();
    return [...this.#unsettled];
  }

  #closeWithin(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (this.#closing !== undefined) {
      if (this.#closing.at <= at) return;
      clearTimeout(this.#closing.timer);
    }
    const timer = safeSetTimeout(() => {
      this.#closing = undefined;
      this.#closeAndDeliver();
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
    while (this.#ready.length > 0 && this.#underWay.size < concurrency) void this.#attempt(this.#ready.shift()!);
  }

  async #attempt(batch: ScoreBatch): Promise<void> {
    const { sender } = this.#options;
    this.#underWay.set(batch, performance.now());
    const answer = await sender.send(sender.request(bodyOf(batch)));
    this.#underWay.delete(batch);
    if (this.#unsettled.has(batch)) this.#judge(batch, answer);
    this.#deliver();
  }

  #judge(batch: ScoreBatch, answer: HttpAnswer): void {
    const verdict = verdictOf("score", answer);
    const { url } = this.#options.sender;
    if (verdict === "delivered") this.#succeed(batch, answer);
    else if (answer.isLate && batch.timeouts++ === 0) this.#ready.unshift(batch);
    else if (answer.isLate) this.#lose(batch, `${reasonOfLoss("score", url, answer)} The request was made twice.`);
    else if (verdict === "retry" || verdict === "unreachable") this.#postpone(batch, answer);
    else this.#lose(batch, reasonOfLoss("score", url, answer));
  }

  #succeed(batch: ScoreBatch, answer: HttpAnswer): void {
    const { rejected, errors } = rejectionsIn("score", answer);
    if (rejected > 0) logger.error(`rejected ${rejected} of ${batch.texts.length} scores in batch: ${errors}`);
    this.#failures = 0;
    this.#lastSuccess = performance.now();
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
    const pause = pauseAfter(++batch.failures, RETRIES.scores, retryAfterMs);
    if (this.#failures > 1 || retryAfterMs !== undefined) {
      this.#ready.unshift(batch);
      this.#pause ??= safeSetTimeout(() => {
        this.#pause = undefined;
        this.#deliver();
      }, pause);
    } else {
      safeSetTimeout(() => {
        if (!this.#unsettled.has(batch)) return;
        this.#ready.unshift(batch);
        this.#deliver();
      }, pause);
    }
  }

  #lose(batch: ScoreBatch, reason: string): void {
    this.#options.losses.add(batch.texts.length, reason);
    this.#settle(batch);
  }

  #settle(batch: ScoreBatch): void {
    this.#unsettled.delete(batch);
    this.#size -= batch.texts.length;
    this.#bytes -= batch.bytes;
    if (this.#size === 0) this.#forgetEnd();
    batch.settled.resolve();
  }

  #abandon(reason: string): void {
    this.#close();
    this.#ready = [];
    for (const batch of this.#unsettled) this.#lose(batch, reason);
  }
}
