/** What is registered with OpenTelemetry's API, by kind. */
export type ApiKind = "trace" | "context" | "propagation" | "metrics" | "logs" | "diag";

/** The object that all copies of `@opentelemetry/api` 1.x in a process share. */
export type ApiSlot = { readonly version: string } & { [kind in ApiKind]?: unknown };

/** Where that object is in `globalThis`. */
export const API_SLOT: unique symbol = Symbol.for("opentelemetry.js.api.1") as never;

/** What is registered; undefined when nothing is. */
export function apiSlot(): ApiSlot | undefined {
  return (globalThis as { [API_SLOT]?: ApiSlot })[API_SLOT];
}
