import type { Compression, ExportMode, OptionNames } from "@svc/core/internal";
import type { ShouldExportSpan } from "./export-filter.ts";
import type { MaskFunction } from "./masking/mask-texts.ts";
import type { ReadableSpan, SpanExporter } from "./readable-span.ts";

/** Function that returns a span in another form, and never changes the span itself. */
export type SpanForm = (span: ReadableSpan) => ReadableSpan;

/** Options of `SvcSpanProcessor`. Omitted options come from the environment, see `docs/configuration.md`. */
export interface SvcSpanProcessorParams {
  /** Public key of the project; `SVC_PUBLIC_KEY`. */
  publicKey?: string;
  /** Secret key of the project; `SVC_SECRET_KEY`. */
  secretKey?: string;
  /** Address of the service; `SVC_BASE_URL`, default `http://localhost:3000`. */
  baseUrl?: string;
  /** Time one request may take, of spans and of media, in seconds; `SVC_TIMEOUT`, default 5. */
  timeout?: number;
  /** Headers that replace or extend the default headers; names are compared without case. */
  additionalHeaders?: Record<string, string>;
  /** Compression of requests: `gzip` (the default) or `none`; `SVC_OTEL_COMPRESSION`. */
  compression?: Compression;
  /**
   * Export mode: `batched` sends spans in batches, `immediate` each span on its own as it ends, for short-lived
   * functions; `SVC_OTEL_EXPORT_MODE`, default `batched`, on AWS Lambda, Vercel, Cloud Run and edge runtimes
   * `immediate`.
   */
  exportMode?: ExportMode;
  /** Number of spans at which a batch is sent; `SVC_FLUSH_AT`, default 512. Batched mode only. */
  flushAt?: number;
  /** Longest time a span waits, in seconds; `SVC_FLUSH_INTERVAL`, default 5. Batched mode only. */
  flushInterval?: number;
  /** Exporter that sends the spans in place of our own. The exporter sets its own headers, credentials and compression. */
  exporter?: SpanExporter;
  /**
   * Address of an OTLP endpoint that gets the spans in place of the service, such as `http://localhost:4318/v1/traces`. It gets the
   * `additionalHeaders` and no others of ours, no credentials, and no media.
   */
  endpoint?: string;
  /** Function that gives each span the form in which it is sent, after the mask: `genAiForm()` of `@svc/otel/gen-ai` for another backend. */
  form?: SpanForm;
  /** Environment stamped on every span that names none itself; `SVC_TRACING_ENVIRONMENT`. */
  environment?: string;
  /** Release stamped on every span; `SVC_RELEASE`. */
  release?: string;
  /** Filter that replaces the default, `isDefaultExportSpan`. */
  shouldExportSpan?: ShouldExportSpan;
  /**
   * Function that hides data before it leaves the process: called with every text of a span, its events, links and resource, but those
   * of names that must stay exact (`docs/masking.md`).
   */
  mask?: MaskFunction;
  /** True when media in spans is uploaded and replaced by references; `SVC_MEDIA_UPLOAD_ENABLED`, default true. */
  mediaUploadEnabled?: boolean;
}

export const PARAM_NAMES: OptionNames<SvcSpanProcessorParams> = {
  publicKey: true,
  secretKey: true,
  baseUrl: true,
  timeout: true,
  additionalHeaders: true,
  compression: true,
  exportMode: true,
  flushAt: true,
  flushInterval: true,
  exporter: true,
  endpoint: true,
  form: true,
  environment: true,
  release: true,
  shouldExportSpan: true,
  mask: true,
  mediaUploadEnabled: true,
};
