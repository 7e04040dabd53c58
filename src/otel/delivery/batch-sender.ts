import {
  describeSetback,
  isMisdirected,
  lossesIn,
  logger,
  mayHaveArrived,
  pauseAfter,
  reasonOfLoss,
  rejectionsIn,
  SPAN_RETRIES,
  SHUTDOWN_RETRIES,
  safeSetTimeout,
  classifyAnswer,
  type AnswerClass,
  type HttpAnswer,
  type LossReport,
} from "@svc/core/internal";
import type { HttpSender } from "@svc/core/internal/http";
import type { Preparation } from "../encoding/preparation.ts";
import type { SpanBatch } from "../encoding/span-batch.ts";
import { spanRequest } from "../encoding/span-request.ts";
import { SPAN_ANSWERS } from "./answer-rules.ts";
import { sharedHalves } from "./batch-halves.ts";
import { leaveInFile, type BatchKeeper } from "./batch-keeper.ts";
import { BatchQueue } from "./batch-queue.ts";
import { WaitingFlushes } from "./waiting-flushes.ts";

/** Options of the sender. */
export interface BatchSenderOptions {
  readonly http: HttpSender;
  /** Address of the batches. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Time one request may take. */
  readonly timeoutMs: number;
  readonly preparation: Preparation;
  readonly keeper: BatchKeeper;
  /** Largest size of all undelivered batches. */
  readonly maxQueueBytes: number;
  /** Time `shutdown` may take. */
  readonly shutdownTimeoutMs: number;
  readonly losses: LossReport;
}

/** Concurrent requests. */
const CONCURRENCY = 8;

/** Time in which an unreachable service is retried at shutdown. */
const UNREACHABLE_TIMEOUT_MS = 1_000;

/**
 * Sender of batches. A failure that can pass returns the batch to the queue and pauses delivery, with growing pauses, for as long as
 * the process lives.
 */
export class BatchSender {
  readonly #options: BatchSenderOptions;
  readonly #queue: BatchQueue;
  readonly #flushes: WaitingFlushes;
  #underWay = 0;
  #failures = 0;
  #hasWarned = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Time at which the pause ends. */
  #resumesAt = 0;
  #lastSetback = "";
  /** Time at which the shutdown gives up; infinite before a shutdown. */
  #deadline = Infinity;

  constructor(options: BatchSenderOptions) {
    const { maxQueueBytes, preparation, losses, timeoutMs, keeper } = options;
    const proceed = (): void => this.#proceed();
    this.#options = options;
    this.#queue = new BatchQueue({ maxBytes: maxQueueBytes, preparation, losses, onReady: proceed });
    this.#flushes = new WaitingFlushes(timeoutMs, proceed);
    keeper.takeOver(proceed);
  }

  /** Queues a batch. Returns at once. */
  push(batch: SpanBatch): void {
    this.#queue.add(batch);
  }

  /**
   * Resolves when every batch was delivered or lost, at the latest when the service has taken nothing for the timeout of
   * a request. A warning then gives the number of spans that wait; they are sent later.
   */
  async flush(): Promise<void> {
    const { http } = this.#options;
    http.hold(true);
    const flushed = this.#flushes.wait();
    this.#resume();
    await flushed;
    http.hold(false);
  }

  /** Delivers batches within the timeout, and logs the loss of the others. Nothing is accepted afterwards. */
  async shutdown(): Promise<void> {
    const { shutdownTimeoutMs, http, address, losses, keeper } = this.#options;
    this.#deadline = performance.now() + shutdownTimeoutMs;
    const giveUp = setTimeout(() => {
      this.#abandon(`${address} did not take them within ${shutdownTimeoutMs / 1000} s of the end`);
      http.close();
    }, shutdownTimeoutMs);
    await this.flush();
    clearTimeout(giveUp);
    http.close();
    losses.sayRest();
    keeper.close();
  }

  /** Removes all undelivered batches and returns them, prepared for their requests. Batches under way may arrive twice. */
  takeAll(): SpanBatch[] {
    const { preparation, keeper } = this.#options;
    const kept = keeper.nextAtExit(this.#queue.freeBytes);
    const batches = [...this.#queue.takeAll(), ...kept];
    for (const batch of batches) preparation.prepareNow(batch);
    return batches;
  }

  get #isEnding(): boolean {
    return this.#deadline !== Infinity;
  }

  /**
   * Goes on as far as possible: sends what waits, reads what the keeper has when nothing else is undelivered, and ends the flushes
   * when there is nothing to wait for.
   */
  #proceed(): void {
    const concurrency = this.#failures > 0 ? 1 : CONCURRENCY;
    while (this.#pause === undefined && this.#underWay < concurrency) {
      const batch = this.#queue.next();
      if (batch === undefined) break;
      void this.#attempt(batch);
    }
    if (this.#queue.size === 0 && this.#pause === undefined && !this.#isEnding) this.#readKept();
    if (this.#flushes.size === 0) return;
    if (this.#queue.size > 0) {
      if (!this.#isHeldBack()) return;
      logger.warnOnce(
        `${this.#lastSetback}; spans wait and are sent again. Waiting after a flush:`,
        this.#queue.spanCount,
      );
    }
    this.#flushes.end();
  }

  #readKept(): void {
    this.#options.keeper.next((batch) => {
      if (this.#isEnding) leaveInFile(batch);
      else this.push(batch);
    });
  }

  /** Returns true when a pause lasts longer than the flushes wait. During a shutdown flushes wait for the pause. */
  #isHeldBack(): boolean {
    const isPaused = this.#pause !== undefined && this.#resumesAt > this.#flushes.endsAt;
    return isPaused && !this.#isEnding && this.#underWay === 0 && !this.#queue.isPreparing;
  }

  async #attempt(batch: SpanBatch): Promise<void> {
    const { http, address, headers, timeoutMs } = this.#options;
    const isRepeated = batch.mayHaveArrived;
    this.#underWay++;
    const answer = await http.send(spanRequest(address, headers, batch), timeoutMs, () => {
      // Until there is an answer: the process may end before.
      batch.mayHaveArrived = true;
    });
    batch.mayHaveArrived = isRepeated || mayHaveArrived(answer);
    this.#underWay--;
    if (this.#queue.has(batch)) this.#settle(batch, answer);
    this.#proceed();
  }

  /** Decides by the answer to a batch what becomes of it. */
  #settle(batch: SpanBatch, answer: HttpAnswer): void {
    const answerClass = answerClassFor(batch, answer);
    if (answerClass === "retry" || answerClass === "unreachable") {
      this.#postpone(batch, answer, answerClass === "unreachable");
      return;
    }
    this.#queue.remove(batch);
    if (answerClass === "delivered") {
      this.#failures = 0;
      this.#options.keeper.noteTaken();
      this.#flushes.extend();
    }
    if (answerClass === "split" && batch.spanCount > 1) {
      // A proxy on the way may take less than the service.
      for (const half of sharedHalves(batch)) this.push(half);
      return;
    }
    batch.file?.settle(true);
    const { losses, address } = this.#options;
    const lost = lossesIn(SPAN_ANSWERS, batch.spanCount, address, answer, batch.mayHaveArrived);
    for (const loss of lost) losses.add(loss.count, loss.reason, loss.mayHaveArrived);
    if (answerClass === "delivered" && lost.length === 0 && answer.body.length > 2) this.#warnOf(answer);
  }

  /** Logs what the service reports about a batch that it took as a whole, the first time. */
  #warnOf(answer: HttpAnswer): void {
    const { errors } = rejectionsIn(SPAN_ANSWERS, answer);
    if (errors === "" || this.#hasWarned) return;
    this.#hasWarned = true;
    logger.warn(`${this.#options.address} took the spans, but says: ${errors}`);
  }

  /** Has a batch wait for a later attempt, after a pause. */
  #postpone(batch: SpanBatch, answer: HttpAnswer, isUnreachable: boolean): void {
    const { address, shutdownTimeoutMs } = this.#options;
    const policy = this.#isEnding && isUnreachable ? SHUTDOWN_RETRIES : SPAN_RETRIES;
    const pause = pauseAfter(++this.#failures, policy, answer.retryAfterMs);
    const timeoutMs = isUnreachable ? Math.min(UNREACHABLE_TIMEOUT_MS, shutdownTimeoutMs) : shutdownTimeoutMs;
    if (batch.file?.isRead) {
      this.#queue.remove(batch);
      leaveInFile(batch);
    } else {
      this.#queue.putBack(batch);
    }
    if (performance.now() + pause > this.#deadline - shutdownTimeoutMs + timeoutMs) {
      this.#abandon(reasonOfLoss(SPAN_ANSWERS, address, answer));
      return;
    }
    this.#lastSetback = `${address} ${describeSetback(answer)}`;
    // A caller that waits for a flush gets this warning only when the flush ends in vain.
    const isWaitedFor = this.#flushes.size > 0 && !isMisdirected(answer);
    if (!this.#isEnding && !isWaitedFor) logger.warnOnce(`${this.#lastSetback}; spans wait and are sent again.`);
    if (this.#pause !== undefined) return;
    this.#resumesAt = performance.now() + pause;
    this.#pause = (this.#isEnding ? setTimeout : safeSetTimeout)(() => this.#resume(), pause);
  }

  #resume(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#proceed();
  }

  /** Gives all batches up: those with a file stay in it, the others are lost. */
  #abandon(reason: string): void {
    let kept = 0;
    let lost = 0;
    let unsure = 0;
    for (const batch of this.#queue.takeAll()) {
      const keptOfBatch = leaveInFile(batch);
      kept += keptOfBatch;
      if (batch.mayHaveArrived) unsure += batch.spanCount - keptOfBatch;
      else lost += batch.spanCount - keptOfBatch;
    }
    const { losses, keeper } = this.#options;
    keeper.logKept(kept, reason);
    losses.add(lost, reason);
    losses.add(unsure, reason, true);
    this.#proceed();
  }
}

/** Classifies the answer to a batch. A batch that the service refused too often is lost. */
function answerClassFor({ file }: SpanBatch, answer: HttpAnswer): AnswerClass {
  const answerClass = classifyAnswer(SPAN_ANSWERS, answer);
  return answerClass === "retry" && file?.isRefusedForGood() ? "lost" : answerClass;
}
