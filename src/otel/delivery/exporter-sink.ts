import { logger, LossReport, safeSetTimeout, withoutTracing, type Loss } from "@svc/core/internal";
import type { SpanBatch } from "../encoding/span-batch.ts";
import type { ReadableSpan, SpanExporter } from "../readable-span.ts";
import type { SpanSink } from "./span-sink.ts";
import { within } from "./within.ts";

/** Options of a sink for the application's own exporter. */
export interface ExporterSinkOptions {
  readonly exporter: SpanExporter;
  /** Number of spans at which a batch is exported. */
  readonly flushAt: number;
  /** Longest time a span waits for its batch to fill. */
  readonly flushIntervalMs: number;
  /** Has a function called each time the event loop is empty. Returns the function that ends this. */
  readonly atEmptyLoop: (listener: () => void) => () => void;
}

/** Time an exporter may take for a batch, as in OpenTelemetry's own processors. */
const EXPORT_TIMEOUT_MS = 30_000;

const NO_ANSWER = `no answer within ${EXPORT_TIMEOUT_MS / 1000} s`;

/** Largest number of spans that wait while the exporter is busy. */
const MAX_WAITING = 100_000;

const UNAWAITED = "the process ended before the exporter had sent them";

/**
 * Passes spans in batches to an exporter of the OpenTelemetry SDK, one batch at a time. The exporter sets its own headers
 * and compression.
 */
export class ExporterSink implements SpanSink {
  readonly #options: ExporterSinkOptions;
  readonly #losses = new LossReport("span");
  #waiting: ReadableSpan[] = [];
  /** Batches that the exporter has not answered yet. */
  readonly #underWay = new Set<ReadableSpan[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #exporting: Promise<void> | undefined;
  readonly #leaveLoop: () => void;

  constructor(options: ExporterSinkOptions) {
    this.#options = options;
    // At the exit event nothing can be awaited.
    this.#leaveLoop = options.atEmptyLoop(() => {
      if (this.#waiting.length > 0) void this.flush();
    });
  }

  add(span: ReadableSpan): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#losses.add(1, "the exporter is slower than the application and the queue is full");
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length >= this.#options.flushAt) void this.#exportAll();
    else this.#timer ??= safeSetTimeout(() => void this.#exportAll(), this.#options.flushIntervalMs);
  }

  async flush(): Promise<void> {
    await this.#exportAll();
    try {
      const flushed = this.#options.exporter.forceFlush?.();
      if (flushed === undefined || (await within(flushed, EXPORT_TIMEOUT_MS))) await flushed;
      else this.#logFailure("forceFlush", new Error(NO_ANSWER));
    } catch (error) {
      this.#logFailure("forceFlush", error);
    }
  }

  async shutdown(): Promise<void> {
    this.#leaveLoop();
    await this.flush();
    try {
      await this.#options.exporter.shutdown();
    } catch (error) {
      this.#logFailure("shutdown", error);
    }
    this.#losses.sayRest();
  }

  /**
   * Exports the waiting spans. An exporter offers nothing to wait for at the end of the process: what it does not do at once counts as
   * lost.
   */
  takeAll(): SpanBatch[] {
    clearTimeout(this.#timer);
    const batch = this.#waiting.splice(0);
    if (batch.length > 0) void this.#export(batch);
    for (const { length } of this.#underWay) this.#losses.add(length, UNAWAITED, true);
    this.#underWay.clear();
    return [];
  }

  takeLosses(): Loss[] {
    return this.#losses.takeRest();
  }

  #logFailure(method: string, error: unknown): void {
    logger.errorOnce(
      `${method} of the exporter ${this.#options.exporter.constructor.name}, which was given to SvcSpanProcessor, failed; ` +
        "spans that the exporter still holds may be lost. The exporter's error:",
      error,
    );
  }

  #exportAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length > 0) this.#exporting ??= this.#exportWaiting();
    return this.#exporting ?? Promise.resolve();
  }

  async #exportWaiting(): Promise<void> {
    const { resource } = this.#waiting[0] ?? {};
    const known = resource?.asyncAttributesPending ? resource.waitForAsyncAttributes?.() : undefined;
    if (known && !(await within(known, EXPORT_TIMEOUT_MS))) {
      logger.warnOnce(
        `Spans are exported without the attributes of their resource that were not known within ${EXPORT_TIMEOUT_MS / 1000} s: check the resource detectors of the application.`,
      );
    }
    while (this.#waiting.length > 0) await this.#export(this.#waiting.splice(0, this.#options.flushAt));
    this.#exporting = undefined;
  }

  #export(batch: ReadableSpan[]): Promise<void> {
    this.#underWay.add(batch);
    return new Promise((resolve) => {
      const done = (result: { code: number; error?: Error }, isLate = false): void => {
        const isOpen = this.#underWay.delete(batch);
        if (result.code !== 0 && isOpen)
          this.#losses.add(batch.length, `the exporter failed (${result.error?.message ?? "no reason given"})`, isLate);
        clearTimeout(late);
        resolve();
      };
      const late = safeSetTimeout(() => done({ code: 1, error: new Error(NO_ANSWER) }, true), EXPORT_TIMEOUT_MS);
      try {
        withoutTracing(() => this.#options.exporter.export(batch, done));
      } catch (error) {
        done({ code: 1, error: error as Error });
      }
    });
  }
}
