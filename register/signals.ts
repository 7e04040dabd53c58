import { flush } from "@svc/otel";
import { deliverRest } from "./delivering-rest.ts";

/** The signals that ask a process to end. */
const SIGNALS: ReadonlySet<string | symbol> = new Set<NodeJS.Signals>(["SIGTERM", "SIGINT", "SIGHUP"]);

/** Milliseconds after which a signal that was sent again must have ended the process. */
const DEATH = 1_000;

/**
 * Delivers what is queued when a signal ends the process for which the application has no listener, then lets it end by
 * that signal: nothing of the application runs in between, and whoever waits for it sees the same status. The moment the
 * application listens itself we no longer do, so that it finds itself alone: packages count the listeners of a signal to
 * know whether to end the process.
 */
export function deliverAtSignals(): void {
  // Before Node's own listener, which starts to listen to a signal only when nobody does yet.
  const emitter: NodeJS.EventEmitter = process;
  emitter.prependListener("newListener", yieldToApplication);
  emitter.on("removeListener", takeOver);
  for (const signal of SIGNALS) {
    if (process.listenerCount(signal) === 0) process.on(signal, deliverAndEnd);
  }
}

function yieldToApplication(event: string | symbol, listener: unknown): void {
  if (SIGNALS.has(event) && listener !== deliverAndEnd) process.off(event, deliverAndEnd);
}

function takeOver(event: string | symbol, listener: unknown): void {
  if (SIGNALS.has(event) && listener !== deliverAndEnd && process.listenerCount(event) === 0) {
    process.on(event, deliverAndEnd);
  }
}

function deliverAndEnd(signal: NodeJS.Signals): void {
  // The first process of a container does not end by a signal that nobody listens to: it works on until it is killed.
  if (process.pid === 1) {
    void flush();
    return;
  }
  // First, so that a second signal ends the process at once, as it would without us.
  for (const each of SIGNALS) process.off(each, deliverAndEnd);
  deliverRest();
  process.kill(process.pid, signal);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, DEATH);
}
