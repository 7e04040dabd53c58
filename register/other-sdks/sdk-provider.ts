import type { SvcSpanProcessor } from "@svc/otel";

/** Part of a span processor that a provider calls. */
export type GuestProcessor = Pick<SvcSpanProcessor, "onStart" | "onEnd" | "forceFlush" | "shutdown">;

/** Names of the fields in which providers of OpenTelemetry's SDK, versions 2.x and 3.x, hold their processors. */
const ACTIVE = "_activeSpanProcessor";
const PROCESSORS = "_spanProcessors";

/**
 * Names of the fields in which a provider holds its sampler, in either version, and in which Sentry's sampler holds its client.
 */
const OPTIONS = ["_config", "_tracerOptions"];
const CLIENT = "_client";

/** Returns the list of a provider's processors; undefined when the provider is not OpenTelemetry's SDK's. */
export function processorsOf(provider: unknown): readonly GuestProcessor[] | undefined {
  const list = get(get(provider, ACTIVE), PROCESSORS);
  return Array.isArray(list) ? list : undefined;
}

/** Replaces the provider's list of processors. The old list may belong to the application, so it is not changed. */
export function setProcessors(provider: object, processors: readonly GuestProcessor[]): void {
  Reflect.set(get(provider, ACTIVE) as object, PROCESSORS, processors);
}

/** Returns true when the provider's sampler drops every span, ours included, as Sentry's does while no sample rate is set. */
export function recordsNothing(provider: object): boolean {
  const sampler = OPTIONS.map((name) => get(get(provider, name), "sampler")).find((found) => found !== undefined);
  const { toString } = (sampler ?? {}) as { toString: (this: unknown) => string };
  if (/^(ParentBased\{root=)?AlwaysOffSampler/.test(toString.call(sampler))) return true;
  const client = get(sampler, CLIENT) as { getOptions?: () => object } | undefined;
  const options = client?.getOptions?.();
  return options !== undefined && get(options, "tracesSampleRate") == null && get(options, "tracesSampler") == null;
}

function get(object: unknown, name: string): unknown {
  return typeof object === "object" && object !== null ? Reflect.get(object, name) : undefined;
}
