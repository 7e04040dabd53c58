import { logger } from "@svc/core/internal";
import { Patches } from "@svc/instrumentation";
import { PATCHED_CLASSES, patchClass } from "./patching/patched-classes.ts";

/** Patches of the observed modules, which stay. */
const patches = new Patches();

/**
 * Records what these modules of LlamaIndex.TS do, `llamaindex`, `@llamaindex/workflow` or entries of `@llamaindex/core`, with or
 * without the preload. With the preload everything is still recorded once. Call it before the application makes engines, agents and
 * tools. Never throws: logs a warning for a module without a class that is recorded.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * import * as llamaindex from "llamaindex";
 * import * as workflow from "@llamaindex/workflow";
 * observeLlamaIndex(llamaindex, workflow);
 */
export function observeLlamaIndex(...modules: readonly object[]): void {
  try {
    for (const module of modules) {
      const found = PATCHED_CLASSES.filter((row) => patchClass(row, module, patches));
      if (found.length === 0) {
        logger.warnOnce(
          "observeLlamaIndex was given a module without a class of LlamaIndex that it knows: nothing of it is recorded.",
        );
      }
    }
  } catch (error) {
    logger.errorOnce("Observing LlamaIndex failed: some of it is not recorded. LlamaIndex works as before.", error);
  }
}
