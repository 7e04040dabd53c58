import { atEmptyLoop, deliveriesAtExit, linkToMainThread, openKeeper, openToThreads } from "#platform/ports";
import {
  isPage,
  isServerless,
  joinUrl,
  logger,
  OTLP_TRACES_PATH,
  refuseSecretKey,
  resolveSetting,
  type Delivery,
  type Loss,
} from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { sendableHeaders } from "@svc/core/internal/http";
import type { SpanForm, SvcSpanProcessorParams } from "./processor-params.ts";
import { exportHeaders } from "./delivery/export-headers.ts";
import { ExporterSink } from "./delivery/exporter-sink.ts";
import { MediaUploads } from "./delivery/media-uploads.ts";
import { OtlpSink } from "./delivery/otlp-sink.ts";
import type { SpanSink } from "./delivery/span-sink.ts";
import type { ThreadLink, ThreadRelay } from "./delivery/thread-relay.ts";

/** Destinations of a processor: the sink of its spans, and the uploads of their media, which may be switched off. */
export class SpanDestinations {
  readonly spans: SpanSink;
  readonly media?: MediaUploads | undefined;
  /** Longest time in which spans gather for a batch; 0 when each span is sent when it ends. */
  readonly gatheringMs: number;
  /** Time in which a flush has something to arrive or to be masked, else it stops to wait. */
  readonly timeoutMs: number;
  /** Address and credentials; undefined when nothing can be sent. */
  readonly #destination: Destination | undefined;
  /** Deliveries of worker threads; undefined in a worker thread, and with an exporter of the application. */
  readonly #relay: ThreadRelay | undefined;

  /** @param params Options of the processor; undefined when nothing can be sent. */
  constructor(params: SvcSpanProcessorParams | undefined) {
    this.timeoutMs = resolveSetting(settings.timeout, params?.timeout).value * 1000;
    if (params === undefined) {
      this.spans = NOWHERE;
      this.gatheringMs = 0;
      return;
    }
    const { publicKey, secretKey } = credentialsOf(params);
    refuseSecretKey("SvcSpanProcessor", secretKey);
    const destination = destinationOf(params, this.timeoutMs, publicKey, secretKey);
    this.#destination = destination;
    const isExported = params.exporter === undefined;
    const link = isExported ? linkToMainThread(destination, destination.timeoutMs) : undefined;
    // In a page, a route of the application's server adds the credentials.
    if (isExported && params.endpoint === undefined && !isPage()) warnAboutKeys(publicKey, secretKey);
    const hasMedia =
      resolveSetting(settings.mediaUploadEnabled, params.mediaUploadEnabled).value && publicKey && secretKey;
    this.media = hasMedia ? new MediaUploads({ ...destination, link }) : undefined;
    const batching = batchingOf(params);
    this.gatheringMs = batching.flushAt === 1 ? 0 : batching.flushIntervalMs;
    const sink = createSink(params, destination, batching, link);
    this.spans = params.form === undefined ? sink : inForm(sink, params.form);
    if (sink instanceof OtlpSink) this.#relay = this.#openToThreads(destination, sink);
  }

  /** Resolves when the accepted spans and media were delivered, or could not be. Never rejects. */
  async flush(): Promise<void> {
    this.#relay?.receiveNow();
    await Promise.all([this.spans.flush(), this.media?.flush(), this.#relay?.flush()]);
  }

  /** Delivers the accepted spans and media. Nothing is accepted afterwards. Never rejects. */
  async shutdown(): Promise<void> {
    this.#relay?.close();
    await Promise.all([this.spans.shutdown(), this.media?.whenIdle(), this.#relay?.flush()]);
  }

  /** Returns deliveries of all undelivered items, also of worker threads, for the end of the process. */
  drain(): Delivery[] {
    if (this.#destination === undefined) return [];
    return deliveriesAtExit({
      destination: this.#destination,
      spans: this.spans,
      media: this.media,
      relay: this.#relay,
    });
  }

  /** Returns the losses that are not logged yet. */
  takeLosses(): Loss[] {
    return [...this.spans.takeLosses(), ...(this.#relay?.takeLosses() ?? [])];
  }

  #openToThreads(destination: Destination, sink: OtlpSink): ThreadRelay | undefined {
    return openToThreads(destination, destination.timeoutMs, {
      takeSpans: (batch) => sink.addEncoded(batch),
      takeMedia: (media) => this.media?.take(media),
      flush: async () => {
        await Promise.all([sink.flush(), this.media?.flush()]);
      },
    });
  }
}

/** Keys of the service. An endpoint in its place gets none. */
function credentialsOf(params: SvcSpanProcessorParams): {
  publicKey?: string | undefined;
  secretKey?: string | undefined;
} {
  if (params.endpoint !== undefined) return {};
  return {
    publicKey: resolveSetting(settings.publicKey, params.publicKey).value,
    secretKey: resolveSetting(settings.secretKey, params.secretKey).value,
  };
}

function destinationOf(
  { baseUrl: address, endpoint, additionalHeaders }: SvcSpanProcessorParams,
  timeoutMs: number,
  publicKey?: string,
  secretKey?: string,
): Destination {
  if (endpoint !== undefined) {
    return { baseUrl: endpoint, url: endpoint, headers: sendableHeaders({ ...additionalHeaders }), timeoutMs };
  }
  const baseUrl = resolveSetting(settings.baseUrl, address).value;
  const headers = exportHeaders(publicKey, secretKey, additionalHeaders);
  return { baseUrl, url: joinUrl(baseUrl, OTLP_TRACES_PATH), headers, timeoutMs };
}

/** Returns a sink that takes each span in another form. */
function inForm(sink: SpanSink, form: SpanForm): SpanSink {
  return {
    add: (span) => sink.add(form(span)),
    flush: () => sink.flush(),
    shutdown: () => sink.shutdown(),
    takeAll: () => sink.takeAll(),
    takeLosses: () => sink.takeLosses(),
  };
}

/** Sink that takes spans nowhere. */
const NOWHERE: SpanSink = {
  add() {},
  flush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
  takeAll: () => [],
  takeLosses: () => [],
};

interface Destination {
  readonly baseUrl: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** Number of spans at which a batch is sent, and the longest time a span waits for it. */
interface Batching {
  readonly flushAt: number;
  readonly flushIntervalMs: number;
}

function batchingOf(params: SvcSpanProcessorParams): Batching {
  const { value: mode, source } = resolveSetting(settings.exportMode, params.exportMode);
  const isImmediate = mode === "immediate" || (source === "default" && isServerless());
  return {
    flushAt: isImmediate ? 1 : resolveSetting(settings.flushAt, params.flushAt).value,
    flushIntervalMs: resolveSetting(settings.flushInterval, params.flushInterval).value * 1000,
  };
}

function createSink(
  params: SvcSpanProcessorParams,
  destination: Destination,
  batching: Batching,
  link: ThreadLink | undefined,
): SpanSink {
  if (params.exporter !== undefined) {
    if (params.compression !== undefined) {
      logger.warnOnce(
        "The option compression of SvcSpanProcessor is ignored: set the compression of the exporter that was passed.",
      );
    }
    return new ExporterSink({ exporter: params.exporter, atEmptyLoop, ...batching });
  }
  const { url, headers, timeoutMs } = destination;
  return new OtlpSink({
    url,
    headers,
    timeoutMs,
    link,
    keeper: openKeeper(url, headers),
    compression: resolveSetting(settings.compression, params.compression).value,
    shutdownTimeoutMs: resolveSetting(settings.shutdownTimeout).value * 1000,
    ...batching,
    maxBatchSizeBytes: resolveSetting(settings.maxBatchSizeBytes).value,
    maxQueueSizeBytes: resolveSetting(settings.maxQueueSizeBytes).value,
  });
}

function warnAboutKeys(publicKey: string | undefined, secretKey: string | undefined): void {
  if (!publicKey) logger.warnOnce("No public key: set SVC_PUBLIC_KEY, or pass publicKey to SvcSpanProcessor.");
  if (!secretKey) logger.warnOnce("No secret key: set SVC_SECRET_KEY, or pass secretKey to SvcSpanProcessor.");
}
