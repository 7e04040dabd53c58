import { joinUrl, logger, OTLP_TRACES_PATH, resolveSetting } from "@svc/core";
import { exportHeaders } from "./export-headers.ts";
import { ExporterSink } from "./exporter-sink.ts";
import { MediaUploads } from "./media-uploads.ts";
import { OtlpSink } from "./otlp-sink.ts";
import type { SvcSpanProcessorParams } from "./processor-params.ts";
import type { SpanSink } from "./span-sink.ts";

/** Where a processor with these options sends its spans: to the service, or to an exporter of the application's. */
export function createSink(params: SvcSpanProcessorParams): SpanSink {
  const isImmediate = params.exportMode === "immediate";
  const flushAt = isImmediate ? 1 : resolveSetting("flushAt", params.flushAt).value;
  const flushInterval = resolveSetting("flushInterval", params.flushInterval).value;
  if (params.exporter !== undefined) {
    if (params.compression !== undefined) {
      logger.warnOnce(
        "The option compression is ignored: the exporter given to SvcSpanProcessor compresses as it is made to.",
      );
    }
    return new ExporterSink({ exporter: params.exporter, flushAt, flushInterval });
  }
  const { publicKey, secretKey } = credentials(params);
  if (!publicKey) logger.warnOnce("No public key: set SVC_PUBLIC_KEY, or pass publicKey to SvcSpanProcessor.");
  if (!secretKey) logger.warnOnce("No secret key: set SVC_SECRET_KEY, or pass secretKey to SvcSpanProcessor.");
  return new OtlpSink({
    url: joinUrl(resolveSetting("baseUrl", params.baseUrl).value, OTLP_TRACES_PATH),
    headers: exportHeaders(publicKey, secretKey, params.additionalHeaders),
    compression: resolveSetting("compression", params.compression).value,
    timeout: resolveSetting("timeout", params.timeout).value,
    shutdownTimeout: resolveSetting("shutdownTimeout").value,
    flushAt,
    flushInterval,
    maxBatchSizeBytes: resolveSetting("maxBatchSizeBytes").value,
    maxQueueSizeBytes: resolveSetting("maxQueueSizeBytes").value,
  });
}

/** Where it uploads media; undefined when that is switched off or there are no credentials for it. */
export function createMediaUploads(params: SvcSpanProcessorParams): MediaUploads | undefined {
  const { publicKey, secretKey } = credentials(params);
  if (!resolveSetting("mediaUploadEnabled", params.mediaUploadEnabled).value || !publicKey || !secretKey)
    return undefined;
  return new MediaUploads({
    baseUrl: resolveSetting("baseUrl", params.baseUrl).value,
    headers: exportHeaders(publicKey, secretKey, params.additionalHeaders),
    timeout: resolveSetting("timeout", params.timeout).value,
  });
}

function credentials(params: SvcSpanProcessorParams): { publicKey: string | undefined; secretKey: string | undefined } {
  return {
    publicKey: resolveSetting("publicKey", params.publicKey).value,
    secretKey: resolveSetting("secretKey", params.secretKey).value,
  };
}
