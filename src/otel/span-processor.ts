import { TraceFlags, type Context } from "@opentelemetry/api";
import {
  getPropagatedAttributesFromContext,
  joinUrl,
  logger,
  OTLP_TRACES_PATH,
  resolveSetting,
  SvcOtelSpanAttributes,
  type Compression,
} from "@svc/core";
import { isDefaultExportSpan, type ShouldExportSpan } from "./export-filter.ts";
import { exportHeaders } from "./export-headers.ts";
import { OtlpSink } from "./otlp-sink.ts";
import type { ReadableSpan, StartedSpan } from "./readable-span.ts";
import type { SpanSink } from "./span-sink.ts";

/** Options of {@link SvcSpanProcessor}; each has an environment variable, see the configuration page. */
export interface SvcSpanProcessorParams {
  publicKey?: string;
  secretKey?: string;
  /** Default `http://localhost:3000`. */
  baseUrl?: string;
  /** Spans per batch; default 512. */
  flushAt?: number;
  /** Seconds; default 5. */
  flushInterval?: number;
  /** Seconds one request may take; default 5. */
  timeout?: number;
  /** Default `gzip`. */
  compression?: Compression;
  /** Stamped on every span that names no environment itself. */
  environment?: string;
  /** Stamped on every span. */
  release?: string;
  /** Replaces the default filter, {@link isDefaultExportSpan}. */
  shouldExportSpan?: ShouldExportSpan;
  /** Replace or add to the default headers, whatever the case of their names. */
  additionalHeaders?: Record<string, string>;
}

/**
 * Sends spans to the service: stamps them when they start, and when they end filters, encodes and queues them.
 * It works in any OpenTelemetry SDK of the 2.x and 3.x lines, beside any other processor.
 *
 * @example
 * const sdk = new NodeSDK({ spanProcessors: [new SvcSpanProcessor()] });
 */
export class SvcSpanProcessor {
  readonly #environment: string | undefined;
  readonly #release: string | undefined;
  readonly #shouldExport: ShouldExportSpan | undefined;
  readonly #sink: SpanSink;
  #shutdown: Promise<void> | undefined;

  constructor(params: SvcSpanProcessorParams = {}) {
    this.#environment = resolveSetting("environment", params.environment).value;
    this.#release = resolveSetting("release", params.release).value;
    this.#shouldExport = params.shouldExportSpan;
    this.#sink = createSink(params);
  }

  /** Stamps propagated attributes, environment and release on a span that starts. */
  onStart(span: StartedSpan, parentContext: Context): void {
    const stamps = getPropagatedAttributesFromContext(parentContext);
    if (span.attributes[SvcOtelSpanAttributes.OBSERVATION_PROMPT_NAME] !== undefined) {
      delete stamps[SvcOtelSpanAttributes.OBSERVATION_PROMPT_NAME];
      delete stamps[SvcOtelSpanAttributes.OBSERVATION_PROMPT_VERSION];
    }
    if (this.#environment !== undefined) stamps[SvcOtelSpanAttributes.ENVIRONMENT] ??= this.#environment;
    if (this.#release !== undefined) stamps[SvcOtelSpanAttributes.RELEASE] ??= this.#release;
    for (const key in stamps) {
      if (span.attributes[key] === undefined) span.setAttribute(key, stamps[key]!);
    }
  }

  /** Filters, encodes and queues a span that ended. */
  onEnd(span: ReadableSpan): void {
    if (this.#shutdown !== undefined || (span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.#isExported(span)) this.#sink.add(span);
  }

  /** Resolves when what has ended so far was delivered, or could not be. Never rejects. */
  forceFlush(): Promise<void> {
    return this.#sink.flush();
  }

  /** Delivers within five seconds what has ended so far, and says what could not be. Never rejects. */
  shutdown(): Promise<void> {
    this.#shutdown ??= this.#sink.shutdown();
    return this.#shutdown;
  }

  /**
   * Delivers within five seconds what has ended so far, before it returns: for the `exit` event of the process, where
   * nothing can be awaited any more. What it could not deliver is said.
   */
  deliverNow(): void {
    this.#sink.deliverNow();
  }

  #isExported(span: ReadableSpan): boolean {
    if (this.#shouldExport === undefined) return isDefaultExportSpan(span);
    try {
      return this.#shouldExport({ otelSpan: span });
    } catch (error) {
      logger.errorOnce(
        `shouldExportSpan threw for the span ${JSON.stringify(span.name)} of ${span.instrumentationScope.name}: it is dropped.`,
        error,
      );
      return false;
    }
  }
}

function createSink(params: SvcSpanProcessorParams): SpanSink {
  const publicKey = resolveSetting("publicKey", params.publicKey).value;
  const secretKey = resolveSetting("secretKey", params.secretKey).value;
  if (!publicKey) logger.warnOnce("No public key: set SVC_PUBLIC_KEY, or pass publicKey to SvcSpanProcessor.");
  if (!secretKey) logger.warnOnce("No secret key: set SVC_SECRET_KEY, or pass secretKey to SvcSpanProcessor.");
  return new OtlpSink({
    url: joinUrl(resolveSetting("baseUrl", params.baseUrl).value, OTLP_TRACES_PATH),
    headers: exportHeaders(publicKey, secretKey, params.additionalHeaders),
    compression: resolveSetting("compression", params.compression).value,
    timeout: resolveSetting("timeout", params.timeout).value,
    shutdownTimeout: resolveSetting("shutdownTimeout").value,
    flushAt: resolveSetting("flushAt", params.flushAt).value,
    flushInterval: resolveSetting("flushInterval", params.flushInterval).value,
    maxBatchSizeBytes: resolveSetting("maxBatchSizeBytes").value,
    maxQueueSizeBytes: resolveSetting("maxQueueSizeBytes").value,
  });
}
