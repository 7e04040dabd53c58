import { resourceFromAttributes, type Resource } from "@opentelemetry/resources";
import { registerExitQueue, type Loss } from "@svc/core/internal";
import type { ReadableSpan, SvcSpanProcessor } from "@svc/otel";
import type { PreloadConfig } from "../config.ts";
import type { GuestProcessor } from "../other-sdks/sdk-provider.ts";

/** Number of ended spans that wait for the file at most. */
const MOST_SPANS = 10_000;

/**
 * Processor that holds the spans that have ended until the configuration file is loaded: on versions of Node that load an ES module only later,
 * and for a file with a top-level `await`. A file that cannot be used drops them, and all later ones.
 */
export class HoldingProcessor implements GuestProcessor {
  readonly #processor: SvcSpanProcessor;
  readonly #loaded: Promise<void>;
  #spans: ReadableSpan[] | undefined = [];
  #lost = 0;
  #late: PreloadConfig = {};
  #attributes: PreloadConfig["resourceAttributes"];
  readonly #resources = new WeakMap<object, Resource>();

  constructor(processor: SvcSpanProcessor, config: Promise<PreloadConfig | undefined>) {
    this.#processor = processor;
    this.#loaded = this.#configureWhen(config);
    registerExitQueue({ drain: () => [], flush: () => this.#loaded, takeLosses: () => this.#takeLosses() });
  }

  onStart(...args: Parameters<SvcSpanProcessor["onStart"]>): void {
    this.#processor.onStart(...args);
  }

  onEnd(span: ReadableSpan): void {
    if (this.#spans === undefined) this.#processor.onEnd(this.#withAttributes(span));
    else if (this.#spans.length < MOST_SPANS) this.#spans.push(span);
    else this.#lost++;
  }

  /** Adds options that are given in code. They come before those of the file. */
  configure(options: PreloadConfig): void {
    this.#late = { ...this.#late, ...options };
    if (this.#spans === undefined) this.#processor.configure(options);
  }

  async forceFlush(): Promise<void> {
    await this.#loaded;
    await this.#processor.forceFlush();
  }

  async shutdown(): Promise<void> {
    await this.#loaded;
    await this.#processor.shutdown();
  }

  async #configureWhen(config: Promise<PreloadConfig | undefined>): Promise<void> {
    const options = await config;
    const spans = this.#spans ?? [];
    this.#spans = undefined;
    if (options === undefined) {
      this.#processor.configure({ shouldExportSpan: () => false });
      return;
    }
    this.#processor.configure({ ...options, ...this.#late });
    this.#attributes = options.resourceAttributes;
    for (const span of spans) this.onEnd(span);
  }

  /** Returns the span with the resource attributes of the file, which the SDK did not know when it started. */
  #withAttributes(span: ReadableSpan): ReadableSpan {
    if (this.#attributes === undefined) return span;
    const { resource } = span;
    let extended = this.#resources.get(resource);
    if (extended === undefined) {
      extended = (resource as Resource).merge(resourceFromAttributes(this.#attributes));
      this.#resources.set(resource, extended);
    }
    return Object.create(span, { resource: { value: extended, enumerable: true } }) as ReadableSpan;
  }

  #takeLosses(): Loss[] {
    const count = this.#lost + (this.#spans?.length ?? 0);
    this.#lost = 0;
    if (this.#spans !== undefined) this.#spans = [];
    const reason = "the configuration file had not been loaded when the process ended";
    return count === 0 ? [] : [{ cargo: "span", count, reason }];
  }
}
