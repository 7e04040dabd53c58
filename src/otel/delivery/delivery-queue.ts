import { COMPRESSES, SPOOLS, WAITS_AT_EXIT } from "#platform/abilities";
import { compressorFor } from "#platform/compression";
import { splitBatch } from "#platform/encoding";
import { openSpool } from "#platform/spool";
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
  type Compression,
  type Delivery,
  type HttpAnswer,
  type LossReport,
} from "@svc/core/internal";
import type { HttpSender } from "@svc/core/internal/http";
import type { Compressor } from "../encoding/compressor.ts";
import { reuseBody } from "../encoding/spare-body.ts";
import { compressBatch, type SpanBatch } from "../encoding/span-batch.ts";
import { spanRequest } from "../encoding/span-request.ts";
import { SPAN_ANSWERS } from "./answer-rules.ts";
import { spanDelivery } from "./span-delivery.ts";
import type { Spool } from "./spool.ts";

/** Options of the delivery queue. */
export interface DeliveryOptions {
  readonly sender: HttpSender;
  /** Address of the batches. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Time one request may take. */
  readonly timeoutMs: number;
  readonly compression: Compression;
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

/** Share of the queue's bytes that batches under compression may hold; above it a batch is compressed at once. */
const UNCOMPRESSED_SHARE = 0.5;

/**
 * Queue of batches that the service has not taken yet, bounded in bytes. Batches that do not fit are counted and logged.
 * A failure that can pass returns the batch to the queue and pauses delivery, with growing pauses, for as long as the
 * process lives.
 */
export class DeliveryQueue {
  /** Keeper of the batches on disk; undefined without one. */
  declare readonly spool?: Spool | undefined;
  readonly #options: DeliveryOptions;
  /** Absent when batches are sent uncompressed. */
  declare private readonly compressor: Compressor | undefined;
  /** Undelivered batches: being compressed, waiting, or under way. */
  readonly #undelivered = new Set<SpanBatch>();
  #waiting: SpanBatch[] = [];
  #bytes = 0;
  #compressing = 0;
  #underWay = 0;
  #failures = 0;
  #hasWarned = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Time at which the pause ends. */
  #resumesAt = 0;
  /** Timer that ends at `#flushEndsAt`, after which no flush waits for a pause. */
  #flushTimeout: ReturnType<typeof setTimeout> | undefined;
  #flushEndsAt = 0;
  #lastSetback = "";
  #deadline = Infinity;
  #idle: Array<() => void> = [];

  constructor(options: DeliveryOptions) {
    this.#options = options;
    const compressor = compressorFor(options.compression);
    if (COMPRESSES) this.compressor = compressor;
    if (SPOOLS) {
      this.spool = openSpool(options.address, options.headers);
      this.spool?.takeOver(() => this.#settle());
    }
  }

  /** Queues a batch. Returns at once. */
  push(batch: SpanBatch): void {
    const { maxQueueBytes, losses } = this.#options;
    const compressor = COMPRESSES ? this.compressor : undefined;
    const isBurst = COMPRESSES && this.#compressing + batch.body.length > maxQueueBytes * UNCOMPRESSED_SHARE;
    if (compressor && isBurst) {
      // Within one turn of the event loop nothing can be sent. Compressing here slows a burst down, which is better than
      // losing spans.
      compressBatch(batch, compressor);
    }
    if (this.#bytes + batch.body.length > maxQueueBytes) {
      losses.add(
        SPOOLS ? batch.spanCount - keep(batch) : batch.spanCount,
        `the queue is full (${maxQueueBytes} bytes); raise SVC_OTEL_MAX_QUEUE_SIZE_BYTES`,
        batch.mayHaveArrived,
      );
      return;
    }
    this.#undelivered.add(batch);
    this.#bytes += batch.body.length;
    if (compressor && !isBurst) void this.#compress(batch, compressor);
    else this.#enqueue(batch);
  }

  /**
   * Resolves when every batch was delivered or lost, at the latest when the service has taken nothing for the timeout of
   * a request. A warning then gives the number of spans that wait; they are sent later.
   */
  async flush(): Promise<void> {
    const { sender } = this.#options;
    sender.hold(true);
    this.#extendFlush();
    this.#resume();
    await this.#whenIdle();
    if (this.#idle.length === 0) clearTimeout(this.#flushTimeout);
    sender.hold(false);
  }

  /** Delivers batches within the timeout, and logs the loss of the others. Nothing is accepted afterwards. */
  async shutdown(): Promise<void> {
    const { shutdownTimeoutMs, sender, address } = this.#options;
    this.#deadline = performance.now() + shutdownTimeoutMs;
    const giveUp = setTimeout(() => {
      this.#abandon(`${address} did not take them within ${shutdownTimeoutMs / 1000} s of the end`);
      sender.close();
    }, shutdownTimeoutMs);
    await this.flush();
    clearTimeout(giveUp);
    sender.close();
    this.#options.losses.sayRest();
    if (SPOOLS) this.spool?.close();
  }

  /**
   * Returns deliveries of all undelivered batches and removes the batches from the queue; compresses them when compression
   * is on. Batches under way may arrive twice.
   */
  drain(): Delivery[] {
    if (!WAITS_AT_EXIT) return [];
    const { address, headers, maxQueueBytes } = this.#options;
    const compressor = this.compressor;
    const batches = [...this.#undelivered];
    if (SPOOLS && this.spool) batches.push(...this.spool.nextAtExit(maxQueueBytes - this.#bytes));
    this.#clear();
    if (compressor) for (const batch of batches) compressBatch(batch, compressor);
    return batches.map((batch) => spanDelivery(address, headers, batch));
  }

  async #compress(batch: SpanBatch, compressor: Compressor): Promise<void> {
    if (!COMPRESSES) return;
    const { body } = batch;
    this.#compressing += body.length;
    try {
      const compressed = await compressor.compress(body);
      if (this.#undelivered.has(batch)) {
        batch.body = compressed;
        batch.contentEncoding = "gzip";
        this.#bytes -= body.length - compressed.length;
        reuseBody(body);
      }
    } catch (error) {
      logger.warnOnce(`A batch of spans could not be compressed and is sent uncompressed: ${String(error)}`);
    }
    this.#compressing -= body.length;
    this.#enqueue(batch);
  }

  #enqueue(batch: SpanBatch): void {
    if (this.#undelivered.has(batch)) this.#waiting.push(batch);
    this.#deliver();
    this.#settle();
  }

  #deliver(): void {
    const concurrency = this.#failures > 0 ? 1 : CONCURRENCY;
    while (this.#waiting.length > 0 && this.#underWay < concurrency && this.#pause === undefined) {
      void this.#attempt(this.#waiting.shift()!);
    }
  }

  async #attempt(batch: SpanBatch): Promise<void> {
    const { sender, address, headers, timeoutMs } = this.#options;
    const isRepeated = batch.mayHaveArrived;
    this.#underWay++;
    const answer = await sender.send(spanRequest(address, headers, batch), timeoutMs, () => {
      // Until there is an answer: the process may end before.
      batch.mayHaveArrived = true;
    });
    batch.mayHaveArrived = isRepeated || mayHaveArrived(answer);
    this.#underWay--;
    if (this.#undelivered.has(batch)) this.#onAnswer(batch, answer);
    this.#deliver();
    this.#settle();
  }

  #onAnswer(batch: SpanBatch, answer: HttpAnswer): void {
    const answerClass = SPOOLS ? answerClassFor(batch, answer) : classifyAnswer(SPAN_ANSWERS, answer);
    if (answerClass === "retry" || answerClass === "unreachable") {
      this.#putBack(batch, answer, answerClass === "unreachable");
      return;
    }
    this.#undelivered.delete(batch);
    this.#bytes -= batch.body.length;
    if (answerClass === "delivered") {
      this.#failures = 0;
      if (SPOOLS) this.spool?.noteTaken();
      if (this.#idle.length > 0) this.#extendFlush();
    }
    if (answerClass === "split" && batch.spanCount > 1) {
      // A proxy on the way may take less than the service.
      for (const half of SPOOLS ? sharedHalves(batch) : splitBatch(batch)) this.push(half);
      return;
    }
    if (SPOOLS) batch.file?.settle(true);
    const { losses, address } = this.#options;
    const lost = lossesIn(SPAN_ANSWERS, batch.spanCount, address, answer, batch.mayHaveArrived);
    for (const loss of lost) losses.add(loss.count, loss.reason, loss.mayHaveArrived);
    if (answerClass === "delivered" && lost.length === 0 && answer.body.length > 2) this.#warnOf(answer);
  }

  /** Logs what the service says of a batch that it took as a whole, the first time. */
  #warnOf(answer: HttpAnswer): void {
    const { errors } = rejectionsIn(SPAN_ANSWERS, answer);
    if (errors === "" || this.#hasWarned) return;
    this.#hasWarned = true;
    logger.warn(`${this.#options.address} took the spans, but says: ${errors}`);
  }

  #putBack(batch: SpanBatch, answer: HttpAnswer, isUnreachable: boolean): void {
    const { address, shutdownTimeoutMs } = this.#options;
    const ending = this.#deadline !== Infinity;
    const policy = ending && isUnreachable ? SHUTDOWN_RETRIES : SPAN_RETRIES;
    const pause = pauseAfter(++this.#failures, policy, answer.retryAfterMs);
    const timeoutMs = isUnreachable ? Math.min(UNREACHABLE_TIMEOUT_MS, shutdownTimeoutMs) : shutdownTimeoutMs;
    if (SPOOLS && batch.file?.isRead) {
      this.#undelivered.delete(batch);
      this.#bytes -= batch.body.length;
      keep(batch);
    } else if (SPOOLS && batch.file) {
      // Others may be acceptable where this one is not.
      this.#waiting.push(batch);
    } else {
      this.#waiting.unshift(batch);
    }
    if (performance.now() + pause > this.#deadline - shutdownTimeoutMs + timeoutMs) {
      this.#abandon(reasonOfLoss(SPAN_ANSWERS, address, answer));
      return;
    }
    this.#lastSetback = `${address} ${describeSetback(answer)}`;
    // A caller that waits for a flush gets this warning only when the flush ends in vain.
    const isWaitedFor = this.#idle.length > 0 && !isMisdirected(answer);
    if (!ending && !isWaitedFor) logger.warnOnce(`${this.#lastSetback}; spans wait and are sent again.`);
    if (this.#pause !== undefined) return;
    this.#resumesAt = performance.now() + pause;
    this.#pause = (ending ? setTimeout : safeSetTimeout)(() => this.#resume(), pause);
  }

  #extendFlush(): void {
    const { timeoutMs } = this.#options;
    this.#flushEndsAt = performance.now() + timeoutMs;
    clearTimeout(this.#flushTimeout);
    this.#flushTimeout = safeSetTimeout(() => {
      this.#flushEndsAt = 0;
      this.#settle();
    }, timeoutMs);
  }

  #resume(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#deliver();
    this.#settle();
  }

  #abandon(reason: string): void {
    let kept = 0;
    let lost = 0;
    let unsure = 0;
    for (const batch of this.#undelivered) {
      const keptOfBatch = SPOOLS ? keep(batch) : 0;
      kept += keptOfBatch;
      if (batch.mayHaveArrived) unsure += batch.spanCount - keptOfBatch;
      else lost += batch.spanCount - keptOfBatch;
    }
    if (SPOOLS) this.spool?.sayKept(kept, reason);
    this.#options.losses.add(lost, reason);
    this.#options.losses.add(unsure, reason, true);
    this.#clear();
    this.#settle();
  }

  #clear(): void {
    this.#undelivered.clear();
    this.#waiting = [];
    this.#bytes = 0;
  }

  #whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#settle();
    });
  }

  /**
   * Resolves the waiting flushes when the queue is idle: no batch is undelivered, or a long pause holds the batches back.
   * During shutdown flushes wait for the pause.
   */
  #settle(): void {
    if (SPOOLS && this.#undelivered.size === 0 && this.#pause === undefined && this.#deadline === Infinity) {
      this.spool?.next((batch) => {
        if (this.#deadline === Infinity) this.push(batch);
        else keep(batch);
      });
    }
    if (this.#idle.length === 0) return;
    if (this.#undelivered.size > 0) {
      if (!this.#isHeldBack()) return;
      logger.warnOnce(
        `${this.#lastSetback}; spans wait and are sent again. Waiting after a flush:`,
        this.#spansWaiting(),
      );
    }
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #isHeldBack(): boolean {
    const isPaused = this.#pause !== undefined && this.#resumesAt > this.#flushEndsAt;
    return isPaused && this.#deadline === Infinity && this.#underWay === 0 && this.#compressing === 0;
  }

  #spansWaiting(): number {
    let spanCount = 0;
    for (const batch of this.#undelivered) spanCount += batch.spanCount;
    return spanCount;
  }
}

/** Leaves the file of a batch for a later delivery. Returns the number of the batch's spans in it. */
function keep({ file, spanCount }: SpanBatch): number {
  file?.settle(false);
  return Math.min(file?.spanCount ?? 0, spanCount);
}

/** Returns the halves of a batch, which share its file. */
function sharedHalves(batch: SpanBatch): SpanBatch[] {
  const halves = splitBatch(batch);
  batch.file?.share(halves);
  return halves;
}

/** Classifies the answer to a batch. A batch that the service refused too often is lost. */
function answerClassFor({ file }: SpanBatch, answer: HttpAnswer): AnswerClass {
  const answerClass = classifyAnswer(SPAN_ANSWERS, answer);
  return answerClass === "retry" && file?.isRefusedForGood() ? "lost" : answerClass;
}
