import { SvcSpanProcessor, type SvcSpanProcessorParams } from "@svc/otel";
import type { PreloadConfig } from "../config.ts";
import { preloadOptions } from "../config/preload-options.ts";
import { makeOwn } from "../other-sdks/unused-processors.ts";
import { HoldingProcessor } from "./holding-processor.ts";

/** Span processor of the preload. It may hold its spans until the configuration file is loaded. */
export type PreloadProcessor = SvcSpanProcessor | HoldingProcessor;

/**
 * Returns a span processor with the options of the preload.
 *
 * @param params Options of the processor that the preload has none for.
 * @param chosen Returns those of the preload's options that apply to it. Default: all.
 */
export function madeProcessor(
  params: SvcSpanProcessorParams = {},
  chosen: (options: PreloadConfig) => PreloadConfig = (options) => options,
): PreloadProcessor {
  return makeOwn(() => {
    const options = preloadOptions();
    const processor = new SvcSpanProcessor(params);
    if (options instanceof Promise) {
      return new HoldingProcessor(
        processor,
        options.then((taken) => taken && chosen(taken)),
      );
    }
    processor.configure(chosen(options));
    return processor;
  });
}
