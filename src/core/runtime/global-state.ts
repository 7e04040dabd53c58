import type { TracerProvider } from "@opentelemetry/api";
import type { ExitQueue } from "../delivery/exit-queue.ts";
import type { LogLevel } from "../logging/log-level.ts";
import type { MediaReceiver } from "../media/media-receiver.ts";
import type { PropagatedAttribute } from "../propagation/propagated-fields.ts";

/**
 * What exists once per process, however many copies of this package are loaded (ES module beside CommonJS, two versions).
 * Only plain data, functions on it and objects of other packages live here, so that copies of different builds can share it.
 */
export interface GlobalState {
  /** The provider set by `setSvcTracerProvider`; null or absent means the global one. */
  tracerProvider?: TracerProvider | null;
  /** Level set by `configureGlobalLogger`; absent means what the environment says. */
  logLevel?: LogLevel;
  /** Prefix set by `configureGlobalLogger`. */
  logPrefix?: string;
  /** Whether lines carry a timestamp. */
  logTimestamp?: boolean;
  /** What propagates just now where no OpenTelemetry context manager is registered; absent where one is, or none was missed. */
  fallbackAttributes?: Record<string, PropagatedAttribute>;
  /** Ids of traces that were sampled out; absent until the first. */
  sampledOut?: Set<string>;
  /** Who uploads media that was taken out of a span's values; absent until the first. */
  mediaReceivers?: Set<MediaReceiver>;
  /** Queues whose rest is delivered when the process ends. */
  exitQueues?: Set<ExitQueue>;
  /** Whether someone delivers them at the `exit` event. */
  isDeliveredAtExit?: boolean;
  /** Present when what a queue takes must not wait: once the process is ending, and in a worker thread. */
  deliverUrgently?: () => void;
  /** How often each distinct problem was reported, by its text. */
  reported: Map<string, number>;
}

const KEY: unique symbol = Symbol.for("svc") as never;

function shareGlobalState(): GlobalState {
  const holder = globalThis as { [KEY]?: GlobalState };
  if (holder[KEY] === undefined) {
    Object.defineProperty(holder, KEY, { value: { reported: new Map() }, configurable: false, writable: false });
  }
  return holder[KEY]!;
}

/** The state of this process. */
export const globalState: GlobalState = shareGlobalState();
