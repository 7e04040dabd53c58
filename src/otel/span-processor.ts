import { deliverAtExit, watchCallers } from "#platform/ports";
import { TraceFlags, type Context } from "@opentelemetry/api";
import {
  deliverIfUrgent,
  extendRequest,
  getPropagatedAttributesFromContext,
  globalState,
  isRepeatedSpan,
  logger,
  LogLevel,
  platformProblem,
  prepareForRequests,
  registerExitQueue,
  resolveSetting,
  waitInBackground,
  warnOfEnvironment,
  warnOfMisspeltOptions,
  type ExitQueue,
  type Loss,
} from "@svc/core/internal";
import * as A from "@svc/core/internal/span-attributes";
import * as settings from "@svc/core/internal/settings";
import { noteRepeatedModelCall } from "./package-spans.ts";
import { AppRoots } from "./app-roots.ts";
import { SpanDestinations } from "./span-destinations.ts";
import { countedOnce, noteEnclosingSpan } from "./enclosing-calls.ts";
import { within } from "./delivery/within.ts";
import { withoutCredentials } from "./error-texts.ts";
import { isDefaultExportSpan, type ShouldExportSpan } from "./export-filter.ts";
import { sendableSpan } from "./content-free-span.ts";
import { SpanMasker } from "./masking/span-masker.ts";
import { EnclosedMedia } from "./media/enclosed-media.ts";
import { MediaTurns } from "./media/media-turns.ts";
import { SpanMedia } from "./media/span-media.ts";
import { PARAM_NAMES, type SvcSpanProcessorParams } from "./processor-params.ts";
import type { ReadableSpan, StartedSpan } from "./readable-span.ts";
import { dropSurplusMetadata } from "./propagated-metadata-limit.ts";

/**
 * Sends spans to the service. A span is stamped when it starts. When it has ended, it goes through the filter, the mask
 * and the media extraction into a bounded queue, and from there to the service. Spans never change on their way out:
 * other processors and exporters see what the application wrote.
 *
 * The processor works in any OpenTelemetry SDK of the 2.x and 3.x lines, beside any other processor. Its methods never
 * throw or reject.
 *
 * @example
 * const sdk = new NodeSDK({ spanProcessors: [new SvcSpanProcessor()] });
 */
export class SvcSpanProcessor {
  readonly #environment: string | undefined;
  readonly #release: string | undefined;
  #shouldExportSpan: ShouldExportSpan | undefined;
  #masker: SpanMasker | undefined;
  readonly #destinations: SpanDestinations;
  /** Media of spans; undefined when media upload is off. */
  readonly #media: SpanMedia | undefined;
  /** Media of spans for another backend than the service, which get them within the span. */
  readonly #enclosed: EnclosedMedia | undefined;
  /** Turns in which spans give up their media; undefined when media upload is off. */
  readonly #mediaTurns: MediaTurns | undefined;
  readonly #appRoots = new AppRoots();
  /** Spans whose mask has not answered yet. */
  readonly #masking = new Set<Promise<void>>();
  /** Removes this processor from the list of queues delivered at the end of the process. */
  readonly #forgetExit: () => void;
  #shutdown: Promise<void> | undefined;
  #hasReceivedSpans = false;
  /** True where another backend than the service gets the spans: a package's own spans go there as well, as the application asked for them. */
  readonly #isForOthers: boolean;
  /** True while the platform waits for the delivery of the batch that gathers at present. */
  #isAwaited = false;

  constructor(params: SvcSpanProcessorParams = {}) {
    warnOfMisspeltOptions("SvcSpanProcessor", params, PARAM_NAMES);
    this.#environment = resolveSetting(settings.environment, params.environment).value;
    warnOfEnvironment(this.#environment);
    this.#release = resolveSetting(settings.release, params.release).value;
    this.#isForOthers = params.form !== undefined;
    this.configure(params);
    const problem = params.exporter === undefined ? platformProblem() : undefined;
    this.#destinations = new SpanDestinations(problem === undefined ? params : undefined);
    const { media, spans } = this.#destinations;
    if (media !== undefined) {
      this.#media = new SpanMedia((found) => media.add(found));
      this.#mediaTurns = new MediaTurns(this.#media, (span) => spans.add(span), reportLost);
    } else if (this.#isForOthers && problem === undefined) this.#enclosed = new EnclosedMedia();
    this.#forgetExit = registerExitQueue(this.#atExit());
    deliverAtExit();
    watchCallers();
    prepareForRequests();
    globalState.spanProcessorMade?.(() => this.#hasReceivedSpans);
    if (problem === undefined) return;
    logger.errorOnce(problem);
    this.#shutdown = Promise.resolve();
  }

  /** Replaces the mask, the filter or both, for the spans that end from now on. An option that is left out stays. */
  configure({ mask, shouldExportSpan }: Pick<SvcSpanProcessorParams, "mask" | "shouldExportSpan">): void {
    if (mask !== undefined) this.#masker = new SpanMasker(mask);
    if (shouldExportSpan !== undefined) this.#shouldExportSpan = shouldExportSpan;
  }

  /** Stamps propagated attributes, environment, release and the application-root mark on a span that starts. */
  onStart(span: StartedSpan, parentContext: Context): void {
    this.#hasReceivedSpans = true;
    try {
      this.#stamp(span, parentContext);
    } catch (error) {
      logger.errorOnce(
        "A span could not be given its environment, release and propagated attributes; it is sent without them.",
        error,
      );
    }
  }

  /** Takes a span that has ended through the filter, the mask and the media extraction into the queue. */
  onEnd(span: ReadableSpan): void {
    try {
      this.#appRoots.leave(span);
      if (this.#shutdown !== undefined || (span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
      if (!this.#isExported(span, reportFilterFailure)) {
        if (logger.isLevelEnabled(LogLevel.DEBUG)) logDropped(span, this.#shouldExportSpan);
        return;
      }
      const sendable = withoutCredentials(sendableSpan(countedOnce(span)));
      const masked = this.#masker === undefined ? sendable : this.#masker.maskedCopyOf(sendable);
      if (masked instanceof Promise) this.#sendWhenMasked(span, masked);
      else this.#send(span, masked);
      // After the mask has begun: the platform waits for its answer as well.
      if (!this.#isAwaited) extendRequest(this.#deliver);
    } catch (error) {
      reportLost(span, error);
    }
  }

  /**
   * Resolves when the spans that have ended so far were delivered or lost, at the latest when the service has taken
   * nothing, or an asynchronous mask has answered nothing, for `SVC_TIMEOUT`; a warning then gives the number of spans or media that
   * wait. Never rejects.
   */
  async forceFlush(): Promise<void> {
    await this.#whenMasked();
    await this.#mediaTurns?.whenPassed();
    await this.#destinations.flush();
  }

  /**
   * Delivers the spans that have ended so far within `SVC_SHUTDOWN_TIMEOUT`, and logs the loss of the others. Never
   * rejects.
   */
  shutdown(): Promise<void> {
    this.#shutdown ??= this.#end();
    return this.#shutdown;
  }

  #atExit(): ExitQueue {
    return {
      flush: () => this.forceFlush(),
      drain: () => {
        this.#mediaTurns?.passAll();
        return this.#destinations.drain();
      },
      takeLosses: () => [...this.#takeUnmasked(), ...this.#destinations.takeLosses()],
    };
  }

  #takeUnmasked(): Loss[] {
    const count = this.#masking.size;
    this.#masking.clear();
    const reason = "their asynchronous mask had not answered when the process ended";
    return count === 0 ? [] : [{ cargo: "span", count, reason }];
  }

  async #end(): Promise<void> {
    this.#media?.stop();
    this.#enclosed?.stop();
    const { value: seconds } = resolveSetting(settings.shutdownTimeout);
    const gaveUp = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => {
        logger.error(
          `SvcSpanProcessor did not shut down within ${seconds} s: undelivered spans and media are lost. Raise SVC_SHUTDOWN_TIMEOUT.`,
        );
        gaveUp.resolve();
      },
      seconds * 1000 + GRACE_MS,
    );
    await Promise.race([this.#endAll(), gaveUp.promise]);
    clearTimeout(timer);
  }

  async #endAll(): Promise<void> {
    await Promise.all(this.#masking);
    await this.#mediaTurns?.whenPassed();
    await this.#destinations.shutdown();
    this.#forgetExit();
  }

  #stamp(span: StartedSpan, parentContext: Context): void {
    const { attributes } = span;
    noteRepeatedModelCall(span, parentContext);
    this.#media?.follow(span);
    this.#enclosed?.follow(span);
    const stamps = getPropagatedAttributesFromContext(parentContext);
    if (attributes[A.OBSERVATION_PROMPT_NAME] !== undefined) delete stamps[A.OBSERVATION_PROMPT_VERSION];
    if (this.#environment !== undefined) stamps[A.ENVIRONMENT] ??= this.#environment;
    if (this.#release !== undefined) stamps[A.RELEASE] ??= this.#release;
    dropSurplusMetadata(stamps, attributes);
    for (const key in stamps) {
      if (attributes[key] === undefined) span.setAttribute(key, stamps[key]!);
    }
    const isExported = this.#isExported(span, logFilterFailure);
    if (isExported) noteEnclosingSpan(span, parentContext);
    if (isExported && this.#appRoots.enter(span, parentContext)) span.setAttribute(A.IS_APP_ROOT, true);
  }

  /** Resolves when the mask has answered for the spans that have ended so far, or has answered nothing for the timeout. */
  async #whenMasked(): Promise<void> {
    const { timeoutMs } = this.#destinations;
    const masking = [...this.#masking];
    for (const masked of masking) {
      if (await within(masked, timeoutMs, { keepsAlive: true })) continue;
      logger.warnOnce(
        `The asynchronous mask has not answered within ${timeoutMs / 1000} s. Its spans are sent when it answers. Waiting after a flush:`,
        this.#masking.size,
      );
      return;
    }
  }

  #sendWhenMasked(span: ReadableSpan, masked: Promise<ReadableSpan>): void {
    const sent = masked
      .then((ready) => this.#send(span, ready))
      .catch((error: unknown) => reportLost(span, error))
      .finally(() => this.#masking.delete(sent));
    this.#masking.add(sent);
  }

  /** Passes a masked span to its destination, without its media. */
  #send(span: ReadableSpan, masked: ReadableSpan): void {
    // A log is read by more people than the service is: it gets what the mask has left.
    if (logger.isLevelEnabled(LogLevel.DEBUG)) logSpan(masked);
    if (this.#mediaTurns === undefined) this.#destinations.spans.add(this.#enclosed?.putBack(span, masked) ?? masked);
    else this.#mediaTurns.add(span, masked);
    deliverIfUrgent();
  }

  /** Delivers a span at once, or a batch when the time for gathering it is over. */
  readonly #deliver = async (): Promise<void> => {
    const { gatheringMs } = this.#destinations;
    if (gatheringMs > 0) {
      if (this.#isAwaited) return;
      this.#isAwaited = true;
      await waitInBackground(gatheringMs);
      this.#isAwaited = false;
    }
    await this.forceFlush();
  };

  #isExported(span: ReadableSpan, onFailure: (span: ReadableSpan, error: unknown) => void): boolean {
    if (!this.#isForOthers && isRepeatedSpan(span)) return false;
    if (this.#shouldExportSpan === undefined) return isDefaultExportSpan(span);
    try {
      return this.#shouldExportSpan({ otelSpan: span });
    } catch (error) {
      onFailure(span, error);
      return false;
    }
  }
}

/** Time beyond the timeout in which queues may log their losses, in milliseconds. */
const GRACE_MS = 100;

/** Logs a filter that throws when a span starts, at debug level: the filter runs again when the span ends. */
function logFilterFailure({ name }: ReadableSpan, error: unknown): void {
  logger.debug(`shouldExportSpan threw at the start of the span ${JSON.stringify(name)}.`, error);
}

/** Reports a span that could not be read. It may lack any field. */
function reportLost({ name, instrumentationScope: scope }: Partial<ReadableSpan>, error: unknown): void {
  logger.errorOnce(
    `The span ${JSON.stringify(name)} of ${scope?.name} is lost: making it ready for delivery failed.`,
    error,
  );
}

function reportFilterFailure({ name, instrumentationScope: scope }: ReadableSpan, error: unknown): void {
  logger.errorOnce(
    `shouldExportSpan threw for the span ${JSON.stringify(name)} of ${scope.name}: it is dropped.`,
    error,
  );
}

function logDropped(span: ReadableSpan, filter: ShouldExportSpan | undefined): void {
  const { name, instrumentationScope: scope } = span;
  const why = isRepeatedSpan(span)
    ? "the call is recorded as an observation of its own"
    : filter === undefined
      ? "it does not concern a model call (isDefaultExportSpan)"
      : "shouldExportSpan did not let it pass";
  logger.debug(`The span ${JSON.stringify(name)} of ${scope.name} is not exported: ${why}.`);
}

function logSpan(span: ReadableSpan): void {
  const { name, attributes, events, links, status, startTime, endTime, instrumentationScope, parentSpanContext } = span;
  const context = span.spanContext();
  const fields = {
    name,
    context,
    parentSpanContext,
    startTime,
    endTime,
    status,
    attributes,
    events,
    links,
    instrumentationScope,
  };
  logger.debug(`Span ended: ${JSON.stringify(fields, null, 2)}`);
}
