import type { SvcSpanProcessor } from "@svc/otel";

/** What a span processor of a provider does for us. */
export type GuestProcessor = Pick<SvcSpanProcessor, "onStart" | "onEnd" | "forceFlush" | "shutdown">;

/** Where a provider of OpenTelemetry's SDK, of the lines 2.x and 3.x, holds its processors. */
const ACTIVE = "_activeSpanProcessor";
const PROCESSORS = "_spanProcessors";

/** Where it holds its sampler, in either line; and where Sentry's sampler holds what it decides by. */
const OPTIONS = ["_config", "_tracerOptions"];
const CLIENT = "_client";

/** The list of processors of a provider; undefined when it is none of OpenTelemetry's SDK. */
export function processorsOf(provider: unknown): readonly GuestProcessor[] | undefined {
  const list = get(get(provider, ACTIVE), PROCESSORS);
  return Array.isArray(list) ? list : undefined;
}

/** Gives the provider another list; the old one may be the application's own. */
export function setProcessors(provider: object, processors: readonly GuestProcessor[]): void {
  Reflect.set(get(provider, ACTIVE) as object, PROCESSORS, processors);
}

/** Whether its sampler turns everything down, as Sentry's does while no sample rate is set: ours would be turned down, too. */
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
