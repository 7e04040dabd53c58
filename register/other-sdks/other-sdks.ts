import { context, metrics, type ContextManager, type MeterProvider, type TracerProvider } from "@opentelemetry/api";
import { apiSlot, globalState, logger } from "@svc/core/internal";
import type { SvcSpanProcessor } from "@svc/otel";
import type * as ApiCopies from "../api-slot/api-copies.ts";
import { makeReadable, registeredProvider, registerInPlace } from "../api-slot/api-slot.ts";
import { optionsFile } from "../config/preload-options.ts";
import type { GivenIds } from "./given-ids.ts";
import type * as Mirroring from "./mirroring-provider.ts";
import { processorsOf, recordsNothing, setProcessors, type GuestProcessor } from "./sdk-provider.ts";

/**
 * Parts that the preload supplies when the application starts an OpenTelemetry SDK itself: our processor, a provider, a
 * context manager.
 */
export interface PreloadTracing {
  /** Returns our processor, to be added to those of the application's provider. */
  processor(): GuestProcessor;
  /** Returns a provider with our processor, without registering it. */
  provider(ids: GivenIds): TracerProvider;
  /** Returns a context manager, for an application that has none. */
  contextManager(): ContextManager;
  /**
   * Calls back before the application loads a copy of OpenTelemetry's API for the first time. `receive` is called with the
   * exports of each copy that is required from then on.
   */
  whenApiIsLoaded(callback: () => void, receive: (exports: unknown) => void): void;
  /** Makes our instrumentations use this provider from now on. */
  use(provider: TracerProvider): void;
}

/**
 * Adapts to an OpenTelemetry SDK that the application starts itself, at any time. The application's SDK registers as it would
 * without the preload, and our processor joins its provider. When that provider takes no processors or records nothing, each of
 * our spans is made twice: with that provider and with our preload. One log line tells which of the two happened.
 *
 * @returns True when the application's SDK was registered already; our SDK must not be registered then.
 */
export function liveWithOtherSdks(preload: PreloadTracing): boolean {
  const earlier = registeredProvider();
  makeReadable(() => metrics.setGlobalMeterProvider({} as MeterProvider));
  let adopt: ((exports: unknown) => void) | undefined;
  preload.whenApiIsLoaded(
    () => {
      const { watchApiCopies } = require("../api-slot/api-copies.ts") as typeof ApiCopies;
      adopt = watchApiCopies((provider) => meet(provider, preload));
    },
    (exports) => adopt?.(exports),
  );
  if (earlier === undefined) return false;
  if (apiSlot()?.context === undefined) {
    registerInPlace("context", () => context.setGlobalContextManager(preload.contextManager()));
  }
  meet(earlier, preload);
  return true;
}

function meet(provider: unknown, preload: PreloadTracing): void {
  try {
    join(provider as TracerProvider, preload);
  } catch (error) {
    logger.error(
      "Adding a span processor to the application's OpenTelemetry SDK failed: add SvcSpanProcessor of @svc/otel yourself.",
      error,
    );
  }
}

function join(provider: TracerProvider, preload: PreloadTracing): void {
  const name = provider.constructor.name.replace(/\$\d+$/, "");
  const processors = processorsOf(provider);
  if (processors === undefined || recordsNothing(provider)) {
    const { MirroringProvider } = require("./mirroring-provider.ts") as typeof Mirroring;
    const mirroring = new MirroringProvider(provider, (ids) => preload.provider(ids));
    preload.use(mirroring);
    globalState.tracerProvider ??= mirroring;
    const reason = processors === undefined ? "takes no span processor" : "drops every span by its sampling settings";
    logger.notice(`The application's ${name} ${reason}: the preload makes its spans there and, a second time, itself.`);
    return;
  }
  preload.use(provider);
  globalState.recordsUnsampledTraces = false;
  if (processors.some((each) => each.constructor.name === "SvcSpanProcessor")) {
    logger.notice(`The application's ${name} has a SvcSpanProcessor already: the preload adds no other.`);
    const file = optionsFile();
    if (file !== undefined) {
      logger.warn(
        `${file} has no effect on the SvcSpanProcessor in the application's ${name}: give its options to that processor as well, new SvcSpanProcessor({ mask }).`,
      );
    }
    return;
  }
  setProcessors(provider, [...processors, new Guest(preload.processor())]);
  logger.notice(`The preload has added its span processor to the application's ${name}, and replaced nothing.`);
}

/**
 * Our processor in a provider of the application's. When the application shuts its provider down, our processor continues and
 * delivers the remaining spans at its own end.
 */
class Guest implements GuestProcessor {
  readonly #processor: GuestProcessor;

  constructor(processor: GuestProcessor) {
    this.#processor = processor;
  }

  onStart(...args: Parameters<SvcSpanProcessor["onStart"]>): void {
    this.#processor.onStart(...args);
  }

  onEnd(...args: Parameters<SvcSpanProcessor["onEnd"]>): void {
    this.#processor.onEnd(...args);
  }

  forceFlush(): Promise<void> {
    return this.#processor.forceFlush();
  }

  async shutdown(): Promise<void> {}
}
