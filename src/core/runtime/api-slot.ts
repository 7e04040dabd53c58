import { API_SLOT } from "./global-keys.ts";

/** Kinds of objects that can be registered with OpenTelemetry's API. */
export type ApiKind = "trace" | "context" | "propagation" | "metrics" | "logs" | "diag";

/** Object that all copies of `@opentelemetry/api` 1.x in a process share. */
export type ApiSlot = { readonly version: string } & { [kind in ApiKind]?: unknown };

/** Returns the shared object; undefined when nothing is registered. */
export function apiSlot(): ApiSlot | undefined {
  return (globalThis as { [API_SLOT]?: ApiSlot })[API_SLOT];
}
