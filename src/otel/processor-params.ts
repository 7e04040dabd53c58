import type { Compression, ExportMode, OptionNames } from "@svc/core";
import type { ShouldExportSpan } from "./export-filter.ts";
import type { MaskFunction } from "./masking/masking.ts";
import type { SpanExporter } from "./readable-span.ts";

/** Options of `SvcSpanProcessor`. What is left out comes from the environment, see `docs/configuration.md`. */
export interface SvcSpanProcessorParams {
  /** `SVC_PUBLIC_KEY` */
  publicKey?: string;
  /** `SVC_SECRET_KEY` */
  secretKey?: string;
  /** `SVC_BASE_URL`; default `http://localhost:3000`. */
  baseUrl?: string;
  /** Seconds one request may take, of spans and of media; `SVC_TIMEOUT`, default 5. */
  timeout?: number;
  /** Replace or add to the default headers, whatever the case of their names. */
  additionalHeaders?: Record<string, string>;
  /** `gzip` (the default) or `none`; `SVC_OTEL_COMPRESSION`. */
  compression?: Compression;
  /**
   * `batched` sends spans in batches, `immediate` each on its own as it ends, for short-lived functions;
   * `SVC_OTEL_EXPORT_MODE`, default `batched`, on AWS Lambda, Vercel and Cloud Run `immediate`.
   */
  exportMode?: ExportMode;
  /** Spans at which a batch is sent; `SVC_FLUSH_AT`, default 512. Batched mode only. */
  flushAt?: number;
  /** Seconds a span waits at most; `SVC_FLUSH_INTERVAL`, default 5. Batched mode only. */
  flushInterval?: number;
  /** Sends the spans in place of our own exporter; its headers, credentials and compression are its own business. */
  exporter?: SpanExporter;
  /** Stamped on every span that names no environment itself; `SVC_TRACING_ENVIRONMENT`. */
  environment?: string;
  /** Stamped on every span; `SVC_RELEASE`. */
  release?: string;
  /** Replaces the default filter, `isDefaultExportSpan`. */
  shouldExportSpan?: ShouldExportSpan;
  /** Hides what must not leave the process: called with each input, output, message (as text) and metadata value. */
  mask?: MaskFunction;
  /** Whether media in spans is uploaded and replaced by references; `SVC_MEDIA_UPLOAD_ENABLED`, default true. */
  mediaUploadEnabled?: boolean;
}

/** The names of the options. */
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
  environment: true,
  release: true,
  shouldExportSpan: true,
  mask: true,
  mediaUploadEnabled: true,
};
