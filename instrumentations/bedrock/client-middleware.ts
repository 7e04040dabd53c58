import { isFields } from "@svc/core/internal";

type Next<Result> = (args: unknown) => Promise<Result>;

/** Link of a client's chain of middleware, as the SDK calls it. */
export type Middleware<Result = unknown> = (next: Next<Result>) => Next<Result>;

/** Place of a link in the chain. */
interface Place {
  readonly step: "deserialize";
  readonly priority: "high" | "low";
}

/** Adds a link to the chain of middleware of a client that is not in `done` yet. */
export function addMiddleware<Result>(
  done: WeakSet<object>,
  client: unknown,
  place: Place,
  link: Middleware<Result>,
): void {
  if (!isFields(client) || done.has(client)) return;
  done.add(client);
  const stack = client.middlewareStack;
  if (isFields(stack) && typeof stack.add === "function") Reflect.apply(stack.add, stack, [link, place]);
}
