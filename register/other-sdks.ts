import { context, metrics, type ContextManager, type MeterProvider, type TracerProvider } from "@opentelemetry/api";
import { apiSlot, globalState, logger } from "@svc/core";
import type { SvcSpanProcessor } from "@svc/otel";
import type * as ApiCopies from "./api-copies.ts";
import { makeReadable, registeredProvider, registerInPlace } from "./api-slot.ts";
import type { GivenIds } from "./given-ids.ts";
import type * as Mirroring from "./mirroring-provider.ts";
import { processorsOf, recordsNothing, setProcessors, type GuestProcessor } from "./sdk-provider.ts";

/** What the preload has that can live with the SDK of an application. */
export interface OwnTracing {
  /** Our processor, to be put beside those of the application's provider. */
  processor(): SvcSpanProcessor;
  /** Makes a provider with our processor, which is not registered. */
  provider(ids: GivenIds): TracerProvider;
  /** A context manager, for an application that has none. */
  contextManager(): ContextManager;
  /** Calls back before the application loads a copy of OpenTelemetry's API for the first time. */
  whenApiIsLoaded(callback: () => void): void;
  /** Makes our instrumentations use this provider from now on. */
  use(provider: TracerProvider): void;
}

/**
 * Lives with the OpenTelemetry SDK that the application starts itself, at any time: it is registered as if we were not
 * there, and our processor joins its provider. Where the provider is none that takes processors, or records nothing, our
 * spans are made twice, by it and by a provider of our own. One line says which.
 *
 * @returns whether the application's SDK was there already, so that ours is not to be registered.
 */
export function liveWithOtherSdks(own: OwnTracing): boolean {
  const earlier = registeredProvider();
  makeReadable(() => metrics.setGlobalMeterProvider({} as MeterProvider));
  own.whenApiIsLoaded(() => {
    const { watchApiCopies } = require("./api-copies.ts") as typeof ApiCopies;
    watchApiCopies((provider) => meet(provider, own));
  });
  if (earlier === undefined) return false;
  if (apiSlot()?.context === undefined) {
    registerInPlace("context", () => context.setGlobalContextManager(own.contextManager()));
  }
  meet(earlier, own);
  return true;
}

function meet(provider: unknown, own: OwnTracing): void {
  try {
    join(provider as TracerProvider, own);
  } catch (error) {
    logger.error("The application's OpenTelemetry SDK was left alone: joining it failed.", error);
  }
}

function join(provider: TracerProvider, own: OwnTracing): void {
  const name = provider.constructor.name.replace(/\$\d+$/, "");
  const processors = processorsOf(provider);
  if (processors === undefined || recordsNothing(provider)) {
    const { MirroringProvider } = require("./mirroring-provider.ts") as typeof Mirroring;
    const mirroring = new MirroringProvider(provider, (ids) => own.provider(ids));
    own.use(mirroring);
    globalState.tracerProvider ??= mirroring;
    logger.info(`Our spans are made by the application's ${name} and, a second time, by a provider of our own.`);
    return;
  }
  own.use(provider);
  if (processors.some((each) => each.constructor.name === "SvcSpanProcessor")) {
    logger.info(`The application's ${name} has a SvcSpanProcessor already: ours is not added.`);
    return;
  }
  setProcessors(provider, [...processors, new Guest(own.processor())]);
  logger.info(`Our span processor has joined the application's ${name}; nothing of it was replaced.`);
}

/** Our processor in a provider of the application's: when that is shut down, ours goes on, and its end delivers the rest. */
class Guest implements GuestProcessor {
  readonly #processor: SvcSpanProcessor;

  constructor(processor: SvcSpanProcessor) {
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
