import { requestBody, SpanGroup } from "#encoding/span-group";
import type { Bytes } from "@svc/core/internal";
import type { InstrumentationScope, ReadableSpan } from "../readable-span.ts";
import type { SpanBatch } from "./span-batch.ts";
import { NO_SPAN_KEEPER, type SpanKeeper } from "./span-keeper.ts";
import { shortenSpan } from "./span-shortening.ts";

/**
 * Collector of spans, which encodes them soon after their end and returns them as request bodies. Early encoding frees
 * the span, makes the size known, and keeps the data from changing afterwards.
 */
export class SpanCollector {
  readonly #maxBodySize: number;
  readonly #keeper: SpanKeeper;
  #groups: SpanGroup[] = [];
  /** Bodies from other threads. Bodies in a row form one body. */
  #bodies: Bytes[] = [];
  #latest: SpanGroup | undefined;
  #spanCount = 0;
  #byteLength = 0;

  /** @param maxBodySize Largest body in bytes; a single span above it is shortened. */
  constructor(maxBodySize: number, keeper: SpanKeeper = NO_SPAN_KEEPER) {
    this.#maxBodySize = maxBodySize;
    this.#keeper = keeper;
  }

  /** Number of spans waiting. */
  get spanCount(): number {
    return this.#spanCount;
  }

  /** Size of the spans waiting, in bytes. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /**
   * Adds a span. Returns the waiting spans as a batch first when the span does not fit beside them. Throws when the span
   * is too large even after shortening.
   */
  add(span: ReadableSpan): SpanBatch | undefined {
    const size = this.#encode(span);
    if (this.#byteLength + size <= this.#maxBodySize) {
      this.#count(size);
      return undefined;
    }
    this.#latest!.removeLast(size);
    const sealed = this.#spanCount > 0 ? this.take() : undefined;
    let alone = this.#encode(span);
    if (alone > this.#maxBodySize) {
      this.#latest!.removeLast(alone);
      alone = this.#encode(shortenSpan(span, alone, this.#maxBodySize));
    }
    if (alone > this.#maxBodySize) {
      this.#latest!.removeLast(alone);
      throw new RangeError(
        `it has ${alone} bytes even when its texts are cut, at most ${this.#maxBodySize} can be sent`,
      );
    }
    this.#count(alone);
    return sealed;
  }

  /**
   * Adds spans that another thread has encoded. Returns the waiting spans as a batch first when the new ones do not fit
   * beside them.
   */
  addEncoded({ body, spanCount }: SpanBatch): SpanBatch | undefined {
    const sealed = this.#byteLength + body.length > this.#maxBodySize && this.#spanCount > 0 ? this.take() : undefined;
    this.#bodies.push(body);
    this.#keeper.addBody(body, spanCount);
    this.#byteLength += body.length;
    this.#spanCount += spanCount;
    return sealed;
  }

  /**
   * Returns a promise that resolves when the resources of the waiting spans are fully known; undefined when they already
   * are.
   */
  whenResourcesKnown(): Promise<unknown> | undefined {
    const pending = this.#groups.filter(({ resource }) => resource.asyncAttributesPending);
    return pending.length === 0
      ? undefined
      : Promise.allSettled(pending.map(async ({ resource }) => resource.waitForAsyncAttributes?.()));
  }

  /** Removes all waiting spans and returns them as one body. */
  take(): SpanBatch {
    this.#groups = this.#groups.filter(({ byteLength }) => byteLength > 0);
    const sealed: SpanBatch = {
      body: requestBody([...this.#groups.map((group) => group.encode()), this.#bodies]),
      contentEncoding: undefined,
      spanCount: this.#spanCount,
      file: this.#keeper.seal(),
    };
    this.#bodies = [];
    for (const group of this.#groups) group.clear();
    this.#latest = undefined;
    this.#spanCount = 0;
    this.#byteLength = 0;
    return sealed;
  }

  #encode(span: ReadableSpan): number {
    this.#latest = this.#groupOf(span);
    return this.#latest.add(span);
  }

  #count(size: number): void {
    this.#spanCount++;
    this.#byteLength += size;
    this.#keeper.add(this.#latest!, size);
  }

  #groupOf({ resource, instrumentationScope: scope }: ReadableSpan): SpanGroup {
    const latest = this.#latest;
    if (latest?.scope === scope && latest.resource === resource) return latest;
    const known = this.#groups.find((group) => group.resource === resource && isSameScope(group.scope, scope));
    if (known) return known;
    // Requested early, so that the attributes are known when the first batch leaves, or when the process ends before.
    if (resource.asyncAttributesPending) void resource.waitForAsyncAttributes?.();
    const group = new SpanGroup(resource, scope);
    this.#groups.push(group);
    return group;
  }
}

function isSameScope(a: InstrumentationScope, b: InstrumentationScope): boolean {
  return a === b || (a.name === b.name && a.version === b.version && a.schemaUrl === b.schemaUrl);
}
