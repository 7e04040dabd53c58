import { allocate, concat, utf8, type Bytes } from "@svc/core/internal";
import { EXPORT_REQUEST, fieldHeader, ProtobufWriter, RESOURCE_SPANS, SCOPE_SPANS } from "@svc/core/internal/protobuf";
import type { InstrumentationScope, ReadableSpan, Resource } from "../readable-span.ts";
import type { SpanBatch } from "./span-batch.ts";
import { encodeResource, encodeScope, encodeSpan } from "./span-encoding.ts";
import { shortenSpan } from "./span-shortening.ts";

const INITIAL_SIZE = 64 * 1024;

/** Largest buffer kept after a batch, in bytes: the buffer of a huge batch is released. */
const LARGEST_KEPT = 4 * 1024 * 1024;

/** Spans of one resource and one scope, encoded one after another. */
interface Group {
  readonly resource: Resource;
  readonly scope: InstrumentationScope;
  spans: ProtobufWriter;
}

/**
 * Collector of spans, which encodes them soon after their end and returns them as request bodies. Early encoding frees
 * the span, makes the size known, and keeps the data from changing afterwards.
 */
export class SpanCollector {
  readonly #maxBodySize: number;
  #groups: Group[] = [];
  /** Bodies from other threads. Bodies in a row form one body. */
  #bodies: Bytes[] = [];
  #latest: Group | undefined;
  #spanCount = 0;
  #byteLength = 0;

  /** @param maxBodySize Largest body in bytes; a single span above it is shortened. */
  constructor(maxBodySize: number) {
    this.#maxBodySize = maxBodySize;
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
    this.#unwrite(size);
    const sealed = this.#spanCount > 0 ? this.take() : undefined;
    let alone = this.#encode(span);
    if (alone > this.#maxBodySize) {
      this.#unwrite(alone);
      alone = this.#encode(shortenSpan(span, alone, this.#maxBodySize));
    }
    if (alone > this.#maxBodySize) {
      this.#unwrite(alone);
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
    const parts = this.#groups.filter(({ spans }) => spans.length > 0).map(encodeGroup);
    const sealed: SpanBatch = {
      body: concat([...parts.flat(), ...this.#bodies]),
      contentEncoding: undefined,
      spanCount: this.#spanCount,
    };
    this.#bodies = [];
    this.#groups = this.#groups.filter(({ spans }) => spans.length > 0 && spans.length <= LARGEST_KEPT);
    for (const { spans } of this.#groups) spans.truncate(0);
    this.#latest = undefined;
    this.#spanCount = 0;
    this.#byteLength = 0;
    return sealed;
  }

  #encode(span: ReadableSpan): number {
    const { spans } = (this.#latest = this.#groupOf(span));
    const before = spans.length;
    try {
      spans.reserve(1);
      spans.byte(SCOPE_SPANS.SPANS);
      const start = spans.beginMessage();
      encodeSpan(spans, span);
      spans.endMessage(start);
    } catch (error) {
      spans.truncate(before);
      throw error;
    }
    return spans.length - before;
  }

  #unwrite(size: number): void {
    const { spans } = this.#latest!;
    spans.truncate(spans.length - size);
  }

  #count(size: number): void {
    this.#spanCount++;
    this.#byteLength += size;
  }

  #groupOf({ resource, instrumentationScope: scope }: ReadableSpan): Group {
    const latest = this.#latest;
    if (latest?.scope === scope && latest.resource === resource) return latest;
    const known = this.#groups.find((group) => group.resource === resource && isSameScope(group.scope, scope));
    if (known) return known;
    // Requested early, so that the attributes are known when the first batch leaves, or when the process ends before.
    if (resource.asyncAttributesPending) void resource.waitForAsyncAttributes?.();
    const group = { resource, scope, spans: new ProtobufWriter(INITIAL_SIZE) };
    this.#groups.push(group);
    return group;
  }
}

function isSameScope(a: InstrumentationScope, b: InstrumentationScope): boolean {
  return a === b || (a.name === b.name && a.version === b.version && a.schemaUrl === b.schemaUrl);
}

/** Encodes one `ResourceSpans` with its tag and length. The parts around the spans are small; the spans are copied once. */
function encodeGroup({ resource, scope, spans }: Group): Bytes[] {
  const resourceBytes = message(RESOURCE_SPANS.RESOURCE, (writer) => encodeResource(writer, resource));
  const scopeBytes = message(SCOPE_SPANS.SCOPE, (writer) => encodeScope(writer, scope));
  const schemaUrl = scope.schemaUrl
    ? message(SCOPE_SPANS.SCHEMA_URL, (writer) => writeUtf8(writer, scope.schemaUrl!))
    : allocate(0);
  const scopeSpansSize = scopeBytes.length + spans.length + schemaUrl.length;
  const scopeSpansHeader = fieldHeader(RESOURCE_SPANS.SCOPE_SPANS, scopeSpansSize);
  const resourceSpansSize = resourceBytes.length + scopeSpansHeader.length + scopeSpansSize;
  return [
    fieldHeader(EXPORT_REQUEST.RESOURCE_SPANS, resourceSpansSize),
    resourceBytes,
    scopeSpansHeader,
    scopeBytes,
    spans.bytes(),
    schemaUrl,
  ];
}

function message(tag: number, write: (writer: ProtobufWriter) => void): Bytes {
  const writer = new ProtobufWriter(512);
  writer.byte(tag);
  const start = writer.beginMessage();
  write(writer);
  writer.endMessage(start);
  return writer.bytes();
}

function writeUtf8(writer: ProtobufWriter, text: string): void {
  const bytes = utf8(text);
  writer.reserve(bytes.length);
  writer.raw(bytes);
}
