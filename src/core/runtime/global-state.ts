import type { Context, TracerProvider } from "@opentelemetry/api";
import type { LogLevel } from "../names/log-level.ts";
import { GLOBAL_STATE } from "./global-keys.ts";
import type { MediaReceiver } from "./media-receiver.ts";

/** Text of a span that holds large media, and the pieces it is made of. */
export interface MediaText {
  readonly text: string;
  readonly pieces: readonly string[];
}

/**
 * State that exists once per process, even when several copies of this package are loaded (ES module beside CommonJS, two
 * versions). The state holds only plain data, functions on plain data and objects of other packages, so that copies of
 * different builds can share it.
 */
export interface GlobalState {
  /** Provider set by `setSvcTracerProvider`; null or absent means the global one. */
  tracerProvider?: TracerProvider | null;
  /** Level set by `configureGlobalLogger`; absent means the level of the environment. */
  logLevel?: LogLevel;
  /** Prefix set by `configureGlobalLogger`. */
  logPrefix?: string;
  /** True when log lines carry a timestamp; absent means true. */
  logTimestamp?: boolean;
  /**
   * Attributes that propagate at present without an OpenTelemetry context manager. Absent when one is registered or none
   * was needed.
   */
  fallbackAttributes?: Record<string, string | number | string[]>;
  /** True when the context manager loses its context at an `await`; children then inherit from their parent's span. */
  contextsEndAtAwait?: boolean;
  /** Ids of traces that were sampled out; absent until the first. */
  sampledOut?: Set<string>;
  /** Ids of those of them that a caller had decided to sample out; absent until the first. */
  sampledOutByCaller?: Set<string>;
  /** Number of observations that were not recorded because of their trace; absent until the first. */
  unsampled?: { count: number; reported: number };
  /** True when observations of traces that are not sampled are recorded nevertheless, as they are under the preload. */
  recordsUnsampledTraces?: boolean;
  /** Spans of packages that repeat a recorded call; absent until the first. */
  repeatedSpans?: WeakSet<object>;
  /** Frameworks that record calls of tools by their ids; absent until the first. `propagation/announced-tools.ts` asks them. */
  toolAnnouncers?: Set<{ contextOf(callId: string): Context | undefined }>;
  /** Receivers that upload media taken out of span values; absent until the first. */
  mediaReceivers?: Set<MediaReceiver>;
  /** Texts of spans that hold large media, with the pieces they are made of; absent until the first. */
  mediaTexts?: WeakMap<object, readonly MediaText[]>;
  /** Queues whose remaining items are delivered when the process ends. `delivery/exit-registry.ts` knows their type. */
  exitQueues?: Set<object>;
  /** Functions that end what is still open, called when the process ends, before the exit queues are delivered. */
  exitListeners?: Set<() => void>;
  /** True when a module delivers the exit queues at the `exit` event. */
  isDeliveredAtExit?: boolean;
  /** Function that delivers queued items at once. Present when the process is ending, and in a worker thread. */
  deliverUrgently?: () => void;
  /** Gives further options to the preload that has started; absent without one. The preload checks them. */
  configurePreload?: (options: object) => void;
  /** Tells the preload of a span processor that was made, which says later whether spans reach it; absent without a preload. */
  spanProcessorMade?: (hasReceivedSpans: () => boolean) => void;
  /** Secrets that `hideCredentials` hides; absent until the first. */
  secrets?: Set<string>;
  /** Number of reports of each distinct problem, by the problem's text. */
  reported: Map<string, number>;
}

function shareGlobalState(): GlobalState {
  const holder = globalThis as { [GLOBAL_STATE]?: GlobalState };
  if (holder[GLOBAL_STATE] === undefined) {
    Object.defineProperty(holder, GLOBAL_STATE, {
      value: { reported: new Map() },
      configurable: false,
      writable: false,
    });
  }
  return holder[GLOBAL_STATE]!;
}

/** State of this process, shared by all copies of this package. */
export const globalState: GlobalState = shareGlobalState();
