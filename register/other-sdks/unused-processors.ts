import { globalState, logger, safeSetInterval } from "@svc/core/internal";

/** Time after which a processor without spans is looked at, again and again, in milliseconds. An SDK starts meanwhile. */
const CHECK_MS = 10_000;

type HasReceivedSpans = () => boolean;

let isMakingOwn = false;
let ownHasReceivedSpans: HasReceivedSpans = () => false;
const unused = new Set<HasReceivedSpans>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Makes the preload's own processor. */
export function makeOwn<T>(make: () => T): T {
  isMakingOwn = true;
  try {
    return make();
  } finally {
    isMakingOwn = false;
  }
}

/**
 * Warns once when the application makes a `SvcSpanProcessor` that gets no spans while the preload's own gets some: nobody has given it to a
 * provider, and its mask has no effect. Looks every few seconds, and at the end of the process.
 */
export function watchUnusedProcessors(): void {
  globalState.spanProcessorMade = (hasReceivedSpans) => {
    if (isMakingOwn) ownHasReceivedSpans = hasReceivedSpans;
    else watch(hasReceivedSpans);
  };
}

function watch(hasReceivedSpans: HasReceivedSpans): void {
  unused.add(hasReceivedSpans);
  if (timer !== undefined) return;
  timer = safeSetInterval(check, CHECK_MS);
  process.once("exit", check);
}

function check(): void {
  for (const hasReceivedSpans of unused) if (hasReceivedSpans()) unused.delete(hasReceivedSpans);
  if (unused.size > 0 && ownHasReceivedSpans()) {
    unused.clear();
    logger.warn(
      "A SvcSpanProcessor of the application has received no span, while the preload has: options such as its mask have no effect. Move them to svc.config.mjs (export default defineConfig({ mask })), or give the processor to an OpenTelemetry SDK.",
    );
  }
  if (unused.size > 0) return;
  clearInterval(timer);
  timer = undefined;
  process.off("exit", check);
}
