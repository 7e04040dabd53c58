import type { Context } from "@opentelemetry/api";

/** Request that waits for its answer. */
export interface OpenRequest {
  readonly context: Context;
  /** `traceparent` that it was sent with. */
  readonly traceparent: unknown;
}

/** Requests that wait for their answers, by the client or server that sent them. */
const open = new WeakMap<object, Set<OpenRequest>>();

/** Notes a request until the returned function is called. */
export function noteOpen(sender: object, request: OpenRequest): () => void {
  let requests = open.get(sender);
  if (requests === undefined) open.set(sender, (requests = new Set()));
  requests.add(request);
  return () => void requests.delete(request);
}

/**
 * Returns the only request of this sender that waits for its answer; undefined for none and for several. A server that asks
 * back without naming a trace does so because of that request.
 */
export function onlyOpenRequest(sender: object): OpenRequest | undefined {
  const requests = open.get(sender);
  return requests?.size === 1 ? [...requests][0] : undefined;
}

/** Returns true for a request that the SDK sends again because of an answer: it has the `traceparent` of an open one. */
export function isSentAgain(sender: object, traceparent: unknown): boolean {
  if (traceparent === undefined) return false;
  for (const request of open.get(sender) ?? []) if (request.traceparent === traceparent) return true;
  return false;
}
