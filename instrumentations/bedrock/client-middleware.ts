import { isFields } from "@svc/core/internal";

type Next<Result> = (args: unknown) => Promise<Result>;

/** Link of a client's chain of middleware, as the SDK calls it. */
export type Middleware<Result = unknown> = (next: Next<Result>) => Next<Result>;

/** Place of the link: outside of the one that makes the answer of the response. */
const PLACE = { step: "deserialize", priority: "high" };

const watched = new WeakSet<object>();

/** Adds a link to the chain of middleware of a client, unless it has one already. */
export function addMiddleware<Result>(client: unknown, link: Middleware<Result>): void {
  if (!isFields(client) || watched.has(client)) return;
  watched.add(client);
  const stack = client.middlewareStack;
  if (isFields(stack) && typeof stack.add === "function") Reflect.apply(stack.add, stack, [link, PLACE]);
}
