import { flush } from "@svc/otel";
import { deliverNow } from "./deliver-now.ts";

/** Signals that ask a process to end. */
const SIGNALS: ReadonlySet<string | symbol> = new Set<NodeJS.Signals>(["SIGTERM", "SIGINT", "SIGHUP"]);

/** Milliseconds within which a signal that was sent again must have ended the process. */
const DEATH = 1_000;

/**
 * Delivers the queued items when a signal ends the process and the application has no listener for that signal. The process
 * then ends by the same signal, so its parent sees the same status, and no code of the application runs in between. Our
 * listener is removed as soon as the application adds its own, because packages count the listeners of a signal to decide
 * whether to end the process.
 */
export function listenToSignals(): void {
  // Runs before Node's own listener, which starts to watch a signal only when nobody does yet.
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
  // The first process of a container does not end by a signal without a listener: it continues until it is killed.
  if (process.pid === 1) {
    void flush();
    return;
  }
  // Removed first, so that a second signal ends the process at once, as it would without the preload.
  for (const each of SIGNALS) process.off(each, deliverAndEnd);
  deliverNow();
  process.kill(process.pid, signal);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, DEATH);
}
