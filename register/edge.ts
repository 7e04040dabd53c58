// The preload where it cannot run: in bundles for edge runtimes. A file such as Next.js' instrumentation.ts is compiled for Node and for
// the edge, so that both have to find the names that it imports.
import { registeredExitQueues } from "@svc/core/internal";

/** Does nothing: on an edge runtime the application makes its own tracer provider, see docs/edge-and-browsers.md. */
export function start(): void {}

/** Delivers what the span processors and clients of this program have recorded. Never rejects. @see `flush` of `@svc/otel` */
export async function flush(): Promise<void> {
  await Promise.all(registeredExitQueues().map(async (queue) => queue.flush?.()));
}
