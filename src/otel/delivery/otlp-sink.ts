import { preparationFor } from "#encoding/gzip";
import { logger, LossReport, safeSetTimeout, type Loss } from "@svc/core/internal";
import { createHttpSender } from "@svc/core/internal/http";
import type { SpanBatch } from "../encoding/span-batch.ts";
import { SpanCollector } from "../encoding/span-collector.ts";
import type { ReadableSpan } from "../readable-span.ts";
import type { BatchKeeper } from "./batch-keeper.ts";
import { BatchSender } from "./batch-sender.ts";
import type { SpanSink } from "./span-sink.ts";
import type { ThreadLink } from "./thread-relay.ts";
import { within } from "./within.ts";

export interface OtlpSinkOptions {
  /** Address of the OTLP traces endpoint. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly compression: "gzip" | "none";
  /** Time one request may take. */
  readonly timeoutMs: number;
  /** Time the delivery at shutdown may take. */
  readonly shutdownTimeoutMs: number;
  /** Number of spans at which a batch is sent. */
  readonly flushAt: number;
  /** Longest time a span waits for its batch to fill. */
  readonly flushIntervalMs: number;
  readonly maxBatchSizeBytes: number;
  readonly maxQueueSizeBytes: number;
  /** Keeper of the spans on disk. */
  readonly keeper: BatchKeeper;
  /** Link to the main thread, in a worker thread whose main thread delivers for it. */
  readonly link?: ThreadLink | undefined;
}

/**
 * Size at which a batch is sent, although batches may grow larger: small enough for any proxy, large enough to
 * compress well.
 */
const COMFORTABLE_BATCH_BYTES = 1024 * 1024;

/** Encodes spans as OTLP protobuf, and delivers them in batches. */
export class OtlpSink implements SpanSink {
  readonly #options: OtlpSinkOptions;
  readonly #collector: SpanCollector;
  readonly #sender: BatchSender;
  readonly #losses = new LossReport("span");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #awaitingResources: Promise<void> | undefined;

  constructor(options: OtlpSinkOptions) {
    this.#options = options;
    this.#collector = new SpanCollector(options.maxBatchSizeBytes, options.keeper);
    this.#sender = new BatchSender({
      http: createHttpSender(),
      address: options.url,
      headers: options.headers,
      timeoutMs: options.timeoutMs,
      preparation: preparationFor(options.compression),
      keeper: options.keeper,
      maxQueueBytes: options.maxQueueSizeBytes,
      shutdownTimeoutMs: options.shutdownTimeoutMs,
      losses: this.#losses,
    });
  }

  add(span: ReadableSpan): void {
    try {
      const full = this.#collector.add(span);
      if (full) this.#sender.push(full);
    } catch (error) {
      this.#losses.add(1, `the span could not be encoded (${String(error)})`);
    }
    const link = this.#link;
    if (!link) this.#sealWhenFull();
    else if (this.#collector.spanCount > 0) link.send({ spans: this.#collector.take() });
  }

  /** Adds spans that another thread has encoded. */
  addEncoded(batch: SpanBatch): void {
    const full = this.#collector.addEncoded(batch);
    if (full) this.#sender.push(full);
    this.#sealWhenFull();
  }

  #sealWhenFull(): void {
    const { spanCount, byteLength } = this.#collector;
    if (spanCount >= this.#options.flushAt || byteLength >= COMFORTABLE_BATCH_BYTES) this.#seal();
    else this.#sealLater();
  }

  async flush(): Promise<void> {
    this.#seal();
    await this.#whenResourcesKnown();
    await Promise.all([this.#sender.flush(), this.#link?.flush()]);
  }

  async shutdown(): Promise<void> {
    this.#seal();
    await this.#awaitingResources;
    await Promise.all([this.#sender.shutdown(), this.#link?.flush()]);
  }

  takeAll(): SpanBatch[] {
    clearTimeout(this.#timer);
    if (this.#collector.spanCount > 0) this.#sender.push(this.#collector.take());
    return this.#sender.takeAll();
  }

  takeLosses(): Loss[] {
    return this.#losses.takeRest();
  }

  /** Link over which this thread hands over at present. */
  get #link(): ThreadLink | undefined {
    return this.#options.link?.isOpen ? this.#options.link : undefined;
  }

  async #whenResourcesKnown(): Promise<void> {
    const { timeoutMs } = this.#options;
    if (this.#awaitingResources === undefined || (await within(this.#awaitingResources, timeoutMs))) return;
    logger.warnOnce(
      `The attributes of a resource were not known within ${timeoutMs / 1000} s: check the resource detectors of the application. ` +
        "Its spans are sent when the attributes are known. Waiting after a flush:",
      this.#collector.spanCount,
    );
  }

  #sealLater(): void {
    this.#timer ??= safeSetTimeout(() => this.#seal(), this.#options.flushIntervalMs);
  }

  #seal(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#collector.spanCount === 0 || this.#awaitingResources) return;
    const pending = this.#collector.whenResourcesKnown();
    if (pending === undefined) {
      this.#send(this.#collector.take());
      return;
    }
    this.#awaitingResources = this.#sealWhen(pending);
  }

  async #sealWhen(resourcesKnown: Promise<unknown>): Promise<void> {
    await resourcesKnown;
    this.#awaitingResources = undefined;
    this.#send(this.#collector.take());
  }

  #send(batch: SpanBatch): void {
    logger.debug(`Sending ${batch.spanCount} spans, ${batch.body.length} bytes before compression.`);
    this.#sender.push(batch);
  }
}
