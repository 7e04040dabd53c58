import { context, propagation, ROOT_CONTEXT } from "@opentelemetry/api";

/** Header that can hold entries of several. */
const BAGGAGE = "baggage";

/** Headers of a request that is about to be sent. */
export interface OutgoingHeaders {
  has(name: string): boolean;
  /** Adds a header; `baggage` also beside one that is there. */
  add(name: string, value: string): void;
}

/**
 * Adds the headers that carry the trace of the active context to the next process. A request that has such a header, from the application
 * or from a package that traces its own requests, keeps it: servers take two for none.
 */
export function addTraceHeaders(headers: OutgoingHeaders): void {
  const active = context.active();
  if (active === ROOT_CONTEXT) return;
  const found: Record<string, string> = {};
  propagation.inject(active, found);
  const names = Object.keys(found);
  const isCarried = names.some((name) => name !== BAGGAGE && headers.has(name));
  for (const name of names) {
    if (name === BAGGAGE || !isCarried) headers.add(name, found[name]!);
  }
}
