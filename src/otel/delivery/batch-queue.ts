import type { LossReport } from "@svc/core/internal";
import type { Preparation } from "../encoding/preparation.ts";
import type { SpanBatch } from "../encoding/span-batch.ts";
import { leaveInFile } from "./batch-keeper.ts";

/** Share of the queue's bytes that batches under preparation may hold; above it a batch is prepared at once. */
const UNPREPARED_SHARE = 0.5;

/** Options of the queue. */
export interface BatchQueueOptions {
  /** Largest size of all undelivered batches. */
  readonly maxBytes: number;
  readonly preparation: Preparation;
  /** Report of the batches that do not fit. */
  readonly losses: LossReport;
  /** Called when a batch that was added waits to be sent. */
  readonly onReady: () => void;
}

/** Batches that the service has not taken yet, bounded in bytes. Batches that do not fit are counted and logged. */
export class BatchQueue {
  readonly #options: BatchQueueOptions;
  /** Undelivered batches: under preparation, waiting, or under way. */
  readonly #undelivered = new Set<SpanBatch>();
  #waiting: SpanBatch[] = [];
  #bytes = 0;
  #unpreparedBytes = 0;

  constructor(options: BatchQueueOptions) {
    this.#options = options;
  }

  /** Number of undelivered batches. */
  get size(): number {
    return this.#undelivered.size;
  }

  /** True while a batch is prepared. */
  get isPreparing(): boolean {
    return this.#unpreparedBytes > 0;
  }

  /** Number of bytes that the queue can still take. */
  get freeBytes(): number {
    return this.#options.maxBytes - this.#bytes;
  }

  /** Number of undelivered spans. */
  get spanCount(): number {
    let spanCount = 0;
    for (const batch of this.#undelivered) spanCount += batch.spanCount;
    return spanCount;
  }

  /** Adds a batch, which waits to be sent once it is prepared. Returns at once. */
  add(batch: SpanBatch): void {
    const { maxBytes, preparation, losses, onReady } = this.#options;
    const isBurst = this.#unpreparedBytes + batch.body.length > maxBytes * UNPREPARED_SHARE;
    // Within one turn of the event loop nothing can be sent. Preparing here slows a burst down, which is better than losing spans.
    if (isBurst) preparation.prepareNow(batch);
    if (batch.body.length > this.freeBytes) {
      const reason = `the queue is full (${maxBytes} bytes); raise SVC_OTEL_MAX_QUEUE_SIZE_BYTES`;
      losses.add(batch.spanCount - leaveInFile(batch), reason, batch.mayHaveArrived);
      return;
    }
    this.#undelivered.add(batch);
    this.#bytes += batch.body.length;
    const preparing = isBurst ? undefined : preparation.prepare(batch);
    if (preparing !== undefined) {
      void this.#addPrepared(batch, preparing);
      return;
    }
    this.#waiting.push(batch);
    onReady();
  }

  /** Returns the next batch to send, which stays undelivered; undefined if none waits. */
  next(): SpanBatch | undefined {
    return this.#waiting.shift();
  }

  /** Returns true for a batch that is undelivered: it was neither removed nor taken out. */
  has(batch: SpanBatch): boolean {
    return this.#undelivered.has(batch);
  }

  /** Has a batch wait again. One with a file waits behind the others, which may be acceptable where it is not. */
  putBack(batch: SpanBatch): void {
    if (batch.file === undefined) this.#waiting.unshift(batch);
    else this.#waiting.push(batch);
  }

  /** Removes a batch that needs no further request. */
  remove(batch: SpanBatch): void {
    if (this.#undelivered.delete(batch)) this.#bytes -= batch.body.length;
  }

  /** Removes all undelivered batches and returns them. */
  takeAll(): SpanBatch[] {
    const batches = [...this.#undelivered];
    this.#undelivered.clear();
    this.#waiting = [];
    this.#bytes = 0;
    return batches;
  }

  async #addPrepared(batch: SpanBatch, preparing: Promise<void>): Promise<void> {
    const { length } = batch.body;
    this.#unpreparedBytes += length;
    await preparing;
    this.#unpreparedBytes -= length;
    if (this.#undelivered.has(batch)) {
      this.#bytes += batch.body.length - length;
      this.#waiting.push(batch);
    }
    this.#options.onReady();
  }
}
