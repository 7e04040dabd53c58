import {
  deliverIfUrgent,
  logger,
  pauseAfter,
  safeSetTimeout,
  type Delivery,
  type Loss,
  type LossReport,
} from "@svc/core";
import { deliverAtTheEnd } from "../natural-end.ts";
import { bodyOf, createBatch, type ScoreBatch } from "./score-batch.ts";
import type { ScoreSender } from "./score-sender.ts";
import { judge, type ScoreVerdict } from "./score-verdict.ts";

/** How scores are batched and delivered. */
export interface ScoreQueueOptions {
  readonly sender: ScoreSender;
  /** Number of waiting scores at which a batch is sent. */
  readonly flushAt: number;
  /** Longest time a score waits, in milliseconds. */
  readonly flushInterval: number;
  /** Memory that scores may hold. */
  readonly maxBytes: number;
  /** Milliseconds without a delivery after which `flush` and `shutdown` give up; a request that hangs has as long again. */
  readonly shutdownTimeout: number;
  readonly losses: LossReport;
}

/** What became of the scores since the client was made. */
export interface ScoreReport {
  readonly delivered: number;
  /** The service found them invalid; what it said is in the log. */
  readonly rejected: number;
  /** Could not be delivered; why is in the log. */
  readonly lost: number;
  readonly waiting: number;
}

/** Contract: "Limits", scores per batch. */
const SCORES_PER_BATCH = 100;

/** Services take a megabyte of JSON; a larger score is sent alone. */
const BYTES_PER_BATCH = 900_000;

/** Scores that wait or are under way. */
const MAX_SCORES = 100_000;

/** Requests under way at once. */
const CONCURRENCY = 8;

const BACKOFF = { first: 200, factor: 2, longest: 5_000 };

/** Milliseconds in which a batch that has enough scores may still grow, so that a steady stream goes in few requests. */
const GATHERING_TIME = 20;

/** A service that takes a little now and then holds a shutdown for so many times its timeout at most. */
const LONGEST_SHUTDOWN = 6;

/**
 * Keeps scores until the service has taken them. Bounded; what does not fit is counted and said. Network errors, 429 and
 * 5xx are tried again with growing pauses for as long as the process lives, a timeout once.
 * Contract: "Score sending behaviour", "Errors", "Limits".
 */
export class ScoreQueue {
  readonly #options: ScoreQueueOptions;
  /** Takes scores until it is sent. */
  #open: ScoreBatch = createBatch();
  /** Ready to be sent. */
  #ready: ScoreBatch[] = [];
  /** Every batch that was closed and is not settled: ready, under way, or waiting for its next attempt. */
  readonly #unsettled = new Set<ScoreBatch>();
  #size = 0;
  #bytes = 0;
  #delivered = 0;
  #rejected = 0;
  /** When each request under way began. */
  readonly #underWay = new Map<ScoreBatch, number>();
  /** Attempts that failed since one succeeded. */
  #failures = 0;
  #lastSuccess = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** When the open batch will be closed, however few scores are in it. */
  #closing: { readonly timer: ReturnType<typeof setTimeout>; readonly at: number } | undefined;
  #isDeliveryDue = false;
  /** Takes this queue off the list of what is delivered when the process ends. */
  #forgetEnd: () => void = () => {};

  constructor(options: ScoreQueueOptions) {
    this.#options = options;
  }

  get report(): ScoreReport {
    const { total: lost } = this.#options.losses;
    return { delivered: this.#delivered, rejected: this.#rejected, lost, waiting: this.#size };
  }

  /** Takes over the JSON text of a score. Returns at once. */
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
   * Resolves when every score queued so far was delivered, rejected or lost, or when the service took nothing for as long as
   * a shutdown may last; those wait on then, and how many they are is said.
   */
  async flush(): Promise<void> {
    if ((await this.#settling(this.#closeAndDeliver(), Infinity)) === undefined) return;
    const { url } = this.#options.sender;
    logger.warnOnce(`${url} did not take all scores; they wait and are sent again. Waiting after a flush:`, this.#size);
  }

  /**
   * Delivers what is queued for as long as the service takes it, and says what could not be delivered. A request that times
   * out is made once more. Later scores are delivered all the same. Contract: "Limits", score request timeout.
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

  /** Hands out what is not delivered, for the end of the process, and forgets it. What is under way may arrive twice then. */
  drain(): Delivery[] {
    this.#close();
    const { sender } = this.#options;
    this.#ready = [];
    return [...this.#unsettled].map((batch) => {
      this.#settle(batch);
      return { cargo: "score", count: batch.texts.length, request: sender.request(bodyOf(batch)) };
    });
  }

  /** What was lost and not said yet. */
  takeLosses(): Loss[] {
    return this.#options.losses.takeRest();
  }

  /**
   * Resolves when all these were settled; else, with the milliseconds in which the service took nothing, when that is too
   * long, or too late. A request that hangs when the time is over has as long again: if it times out, it is made once more.
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

  /** Whether a request has no answer for long, or is made once more because it had none. */
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

  /** At the end of this turn: a burst closes many batches in one. */
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
    if (this.#unsettled.has(batch)) this.#carryOut(judge(answer, sender.url), batch);
    this.#deliver();
  }

  #carryOut(verdict: ScoreVerdict, batch: ScoreBatch): void {
    if (verdict.kind === "taken") this.#succeed(batch, verdict.rejected, verdict.errors);
    else if (verdict.kind === "postponed") this.#postpone(batch, verdict.reason, verdict.retryAfter);
    else if (verdict.kind === "refused") this.#lose(batch, verdict.reason);
    else if (++batch.timeouts === 1) this.#ready.unshift(batch);
    else this.#lose(batch, `${verdict.reason} The request was made twice.`);
  }

  #succeed(batch: ScoreBatch, rejected: number, errors: string): void {
    if (rejected > 0) logger.error(`rejected ${rejected} of ${batch.texts.length} scores in batch: ${errors}`);
    this.#failures = 0;
    this.#lastSuccess = performance.now();
    this.#rejected += rejected;
    this.#delivered += batch.texts.length - rejected;
    this.#settle(batch);
  }

  /** One failure holds back its own batch; a second without a success between, or a wish of the service, holds back all. */
  #postpone(batch: ScoreBatch, reason: string, retryAfter: number | undefined): void {
    logger.warnOnce(`${this.#options.sender.url} could not take scores (${reason}); they wait and are sent again.`);
    this.#failures++;
    const pause = pauseAfter(++batch.failures, BACKOFF, retryAfter);
    if (this.#failures > 1 || retryAfter !== undefined) {
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
