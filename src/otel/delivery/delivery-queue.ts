import {
  describeFailure,
  describeSetback,
  isMisdirected,
  isSuccess,
  logger,
  pauseAfter,
  type HttpAnswer,
  type LossReport,
} from "@svc/core/internal";
import { reasonOf, type Answer, type HttpSender } from "@svc/core/internal/http";
import { compress, compressNow } from "../encoding/compression.ts";
import { splitRequest } from "../encoding/request-splitting.ts";
import type { SealedBatch } from "../encoding/span-collector.ts";
import { RETRYABLE, spanRequest, TOO_LARGE, type Batch } from "../encoding/span-request.ts";
import { readPartialSuccess } from "./partial-success.ts";

/** Options of the delivery queue. */
export interface DeliveryOptions {
  readonly sender: HttpSender;
  /** Address of the batches. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Time one request may take, in milliseconds. */
  readonly timeout: number;
  readonly compression: "gzip" | "none";
  /** Largest size of all undelivered batches, in bytes. */
  readonly maxQueueSize: number;
  /** Time `shutdown` may take, in milliseconds. */
  readonly shutdownTimeout: number;
  readonly losses: LossReport;
}

/** Concurrent requests. */
const CONCURRENCY = 8;

/** Time in which an unreachable service is retried at shutdown, and the pause between retries, in milliseconds. */
const UNREACHABLE_AT_SHUTDOWN = { patience: 1_000, pause: 300 };

const NOTHING = new Uint8Array();

const BACKOFF = { first: 1_000, factor: 1.5, longest: 5_000 };

/** Share of the queue's bytes that batches under compression may hold; above it a batch is compressed at once. */
const UNCOMPRESSED_SHARE = 0.5;

/**
 * Queue of batches that the service has not taken yet, bounded in bytes. Batches that do not fit are counted and logged.
 * A failure that can pass returns the batch to the queue and pauses delivery, with growing pauses, for as long as the
 * process lives.
 */
export class DeliveryQueue {
  readonly #options: DeliveryOptions;
  /** Undelivered batches: being compressed, waiting, or under way. */
  readonly #undelivered = new Set<Batch>();
  #waiting: Batch[] = [];
  #bytes = 0;
  #compressing = 0;
  #underWay = 0;
  #failures = 0;
  #pause: NodeJS.Timeout | undefined;
  /** Time at which the pause ends. */
  #resumesAt = 0;
  /** Timer that ends at `#patientUntil`, after which no flush waits for a pause. */
  #patience: NodeJS.Timeout | undefined;
  #patientUntil = 0;
  #lastSetback = "";
  #deadline = Infinity;
  #idle: Array<() => void> = [];

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Queues a batch. Returns at once. */
  push({ body, spanCount }: SealedBatch): void {
    const { compression, maxQueueSize, losses } = this.#options;
    const batch: Batch = { bytes: body, contentEncoding: undefined, spanCount };
    const isBurst = this.#compressing + body.length > maxQueueSize * UNCOMPRESSED_SHARE;
    if (compression === "gzip" && isBurst) {
      // Within one turn of the event loop nothing can be sent. Compressing here slows a burst down, which is better than
      // losing spans.
      batch.bytes = compressNow(body);
      batch.contentEncoding = "gzip";
    }
    if (this.#bytes + batch.bytes.length > maxQueueSize) {
      losses.add(spanCount, `the queue is full (SVC_OTEL_MAX_QUEUE_SIZE_BYTES=${maxQueueSize})`);
      return;
    }
    this.#undelivered.add(batch);
    this.#bytes += batch.bytes.length;
    if (compression === "gzip" && !isBurst) void this.#compress(batch);
    else this.#enqueue(batch);
  }

  /**
   * Resolves when every batch was delivered or lost, at the latest when the service has taken nothing for the timeout of
   * a request. A warning then gives the number of spans that wait; they are sent later.
   */
  async flush(): Promise<void> {
    const { sender } = this.#options;
    sender.hold(true);
    this.#bePatient();
    this.#resume();
    await this.#whenIdle();
    if (this.#idle.length === 0) clearTimeout(this.#patience);
    sender.hold(false);
  }

  /** Delivers batches within the timeout, and logs the loss of the others. Nothing is accepted afterwards. */
  async shutdown(): Promise<void> {
    const { shutdownTimeout, sender, address } = this.#options;
    this.#deadline = Date.now() + shutdownTimeout;
    const giveUp = setTimeout(() => {
      this.#abandon(`${address} did not take them within ${shutdownTimeout / 1000} s of the end`);
      sender.close();
    }, shutdownTimeout);
    await this.flush();
    clearTimeout(giveUp);
    sender.close();
    this.#options.losses.sayRest();
  }

  /**
   * Returns all undelivered batches and removes them from the queue; compresses them when compression is on. Batches
   * under way may arrive twice.
   */
  drain(): Batch[] {
    const batches = [...this.#undelivered];
    this.#clear();
    for (const batch of batches) {
      if (this.#options.compression === "none" || batch.contentEncoding === "gzip") continue;
      batch.bytes = compressNow(batch.bytes);
      batch.contentEncoding = "gzip";
    }
    return batches;
  }

  async #compress(batch: Batch): Promise<void> {
    const body = batch.bytes;
    this.#compressing += body.length;
    try {
      const compressed = await compress(body);
      if (this.#undelivered.has(batch)) {
        batch.bytes = compressed;
        batch.contentEncoding = "gzip";
        this.#bytes -= body.length - compressed.length;
      }
    } catch (error) {
      logger.warnOnce(`A batch could not be compressed and is sent as it is: ${String(error)}`);
    }
    this.#compressing -= body.length;
    this.#enqueue(batch);
  }

  #enqueue(batch: Batch): void {
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

  async #attempt(batch: Batch): Promise<void> {
    const { sender, address, headers, timeout } = this.#options;
    this.#underWay++;
    try {
      this.#judge(batch, await sender.send(spanRequest(address, headers, batch), timeout));
    } catch (error) {
      this.#judgeUnreachable(batch, { status: 0, body: NOTHING, error: reasonOf(error) });
    } finally {
      this.#underWay--;
      this.#deliver();
      this.#settle();
    }
  }

  #judge(batch: Batch, answer: Answer): void {
    if (RETRYABLE.has(answer.status)) {
      this.#putBack(batch, answer, pauseAfter(this.#failures + 1, BACKOFF, answer.retryAfter), this.#deadline);
    } else if (isMisdirected(answer)) {
      this.#judgeUnreachable(batch, answer);
    } else if (this.#forget(batch)) {
      if (isSuccess(answer)) this.#succeed(answer);
      else if (answer.status === TOO_LARGE && batch.spanCount > 1) this.#split(batch);
      else this.#options.losses.add(batch.spanCount, `${this.#options.address} ${describeFailure(answer)}`);
    }
  }

  #succeed({ body }: Answer): void {
    this.#failures = 0;
    if (this.#idle.length > 0) this.#bePatient();
    const partial = readPartialSuccess(Buffer.from(body));
    if (partial)
      this.#options.losses.add(partial.rejectedSpans, `${this.#options.address} rejected them: ${partial.message}`);
  }

  /** Splits a batch that is too large: a proxy on the way may take less than the service. */
  #split({ bytes, contentEncoding }: Batch): void {
    for (const half of splitRequest(bytes, contentEncoding)) this.push(half);
  }

  #judgeUnreachable(batch: Batch, answer: HttpAnswer): void {
    const ending = this.#deadline !== Infinity;
    const pause = ending ? UNREACHABLE_AT_SHUTDOWN.pause : pauseAfter(this.#failures + 1, BACKOFF);
    const latest = this.#deadline - this.#options.shutdownTimeout + UNREACHABLE_AT_SHUTDOWN.patience;
    this.#putBack(batch, answer, pause, Math.min(this.#deadline, latest));
  }

  #putBack(batch: Batch, answer: HttpAnswer, pause: number, latest: number): void {
    if (!this.#undelivered.has(batch)) return;
    const { address } = this.#options;
    this.#failures++;
    this.#waiting.unshift(batch);
    if (Date.now() + pause > latest) {
      this.#abandon(`${address} ${describeFailure(answer)}`);
      return;
    }
    const ending = this.#deadline !== Infinity;
    this.#lastSetback = `${address} ${describeSetback(answer)}`;
    // A caller that waits for a flush gets this warning only when the flush ends in vain.
    const isWaitedFor = this.#idle.length > 0 && !isMisdirected(answer);
    if (!ending && !isWaitedFor) logger.warnOnce(`${this.#lastSetback}; spans wait and are sent again.`);
    if (this.#pause !== undefined) return;
    this.#resumesAt = Date.now() + pause;
    this.#pause = setTimeout(() => this.#resume(), pause);
    if (!ending) this.#pause.unref();
  }

  #bePatient(): void {
    const { timeout } = this.#options;
    this.#patientUntil = Date.now() + timeout;
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      this.#patientUntil = 0;
      this.#settle();
    }, timeout).unref();
  }

  #forget(batch: Batch): boolean {
    if (!this.#undelivered.delete(batch)) return false;
    this.#bytes -= batch.bytes.length;
    return true;
  }

  #resume(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#deliver();
    this.#settle();
  }

  #abandon(reason: string): void {
    const spanCount = this.#spansWaiting();
    this.#clear();
    this.#options.losses.add(spanCount, reason);
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
    if (this.#idle.length === 0) return;
    if (this.#undelivered.size > 0) {
      if (!this.#isHeldBack()) return;
      this.#sayWaiting();
    }
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #isHeldBack(): boolean {
    const isPaused = this.#pause !== undefined && this.#resumesAt > this.#patientUntil;
    return isPaused && this.#deadline === Infinity && this.#underWay === 0 && this.#compressing === 0;
  }

  #sayWaiting(): void {
    logger.warnOnce(
      `${this.#lastSetback}; spans wait and are sent again. Waiting after a flush:`,
      this.#spansWaiting(),
    );
  }

  #spansWaiting(): number {
    let spanCount = 0;
    for (const batch of this.#undelivered) spanCount += batch.spanCount;
    return spanCount;
  }
}
