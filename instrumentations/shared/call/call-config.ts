import {
  context,
  createContextKey,
  isSpanContextValid,
  trace,
  type Context,
  type SpanContext,
} from "@opentelemetry/api";
import {
  isFields,
  logger,
  misspeltOptionsWatch,
  propagateTraceFields,
  resolveSetting,
  textOf,
  type OptionNames,
} from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import type { RecordedSpan } from "@svc/tracing/internal";
import { definedFields } from "../data/fields.ts";

/** Settings for the calls of a client, or for some of the calls. All are optional. */
export interface SvcConfig {
  /** Name of the observations. Default: the operation and the model, such as `chat gpt-5`. */
  generationName?: string;
  generationMetadata?: Record<string, unknown>;
  /** Prompt that the calls are made with, such as one from the client of the service. A fallback prompt is not linked. */
  svcPrompt?: { readonly name: string; readonly version: number; readonly isFallback?: boolean };
  /** Parent of the observations. Default: the active span. */
  parentSpanContext?: SpanContext;
  /** Name of the trace, at most 200 characters. */
  traceName?: string;
  /** Session of the trace, at most 200 characters. */
  sessionId?: string;
  /** User of the trace, at most 200 characters. */
  userId?: string;
  /** Tags of the trace, each at most 200 characters; added to its other tags. */
  tags?: string[];
}

/** Names of the fields of a configuration. */
export const CONFIG_NAMES: OptionNames<SvcConfig> = {
  generationName: true,
  generationMetadata: true,
  svcPrompt: true,
  parentSpanContext: true,
  traceName: true,
  sessionId: true,
  userId: true,
  tags: true,
};

const lookAtConfig: (config: unknown) => void = /* @__PURE__ */ misspeltOptionsWatch("withSvcConfig", CONFIG_NAMES);

let streamsUsage: boolean | undefined;

const CONFIG = createContextKey("svc_call_config");

/**
 * Returns true when the usage is requested for streamed calls that do not request it: `SVC_STREAM_USAGE`, read once from the environment.
 */
export function requestsStreamUsage(): boolean {
  return (streamsUsage ??= resolveSetting(settings.streamUsage).value);
}

/**
 * Calls `fn` with this configuration for every recorded call made inside, however deep. The configuration takes
 * precedence over that of the client and over that of an outer `withSvcConfig`, field by field; metadata is merged key by key,
 * and tags add up. Returns the result of `fn` untouched. The configuration describes the recorded calls; it does not turn
 * recording on.
 *
 * @example
 * const answer = await withSvcConfig({ svcPrompt: prompt, userId }, () => client.responses.create(request));
 */
export function withSvcConfig<T>(config: SvcConfig, fn: () => T): T {
  lookAtConfig(config);
  const active = context.active();
  return context.with(active.setValue(CONFIG, combined(configOf(active), copyOfConfig(config))), fn);
}

/**
 * Returns a copy, so that later changes to the application's object have no effect. Returns an empty configuration for a value
 * that is not an object.
 */
export function copyOfConfig(config: unknown): SvcConfig {
  try {
    return isFields(config) ? { ...config } : {};
  } catch (error) {
    logger.errorOnce(
      "Reading a configuration given to withSvcConfig or to an observed client failed, so none of it is used. Check its getters. The error:",
      error,
    );
    return {};
  }
}

/**
 * Returns the configuration of a call in this context by a client with the configuration `ofClient`; undefined when neither the
 * context nor the client has one.
 */
export function configOfCall(active: Context, ofClient: SvcConfig | undefined): SvcConfig | undefined {
  const ofContext = configOf(active);
  return ofContext ? combined(ofClient, ofContext) : ofClient;
}

/**
 * Calls `start` below the parent of the configuration and with its trace settings. An invalid parent is ignored with a warning.
 */
export function startConfigured<T>(config: SvcConfig, start: () => T): T {
  const { parentSpanContext: parent } = config;
  const startInTrace = hasTraceFields(config) ? () => propagateTraceFields(config, start) : start;
  if (parent === undefined || parent === null) return startInTrace();
  if (isFields(parent) && isSpanContextValid(parent)) {
    return context.with(trace.setSpanContext(context.active(), parent), startInTrace);
  }
  logger.warnOnce(
    "The parentSpanContext in the configuration of a call is ignored: it is not the context of a span. Pass span.spanContext().",
  );
  return startInTrace();
}

/** Writes what the configuration says of the observation, without the name. */
export function writeConfigured(span: RecordedSpan, { generationMetadata, svcPrompt }: SvcConfig): void {
  if (svcPrompt !== undefined && isLinkable(svcPrompt)) span.write({ prompt: svcPrompt });
  span.writeGivenMetadata(generationMetadata);
}

function configOf(active: Context): SvcConfig | undefined {
  return active.getValue(CONFIG) as SvcConfig | undefined;
}

function combined(outer: SvcConfig | undefined, inner: SvcConfig): SvcConfig {
  if (outer === undefined) return inner;
  return {
    ...outer,
    ...definedFields(inner),
    ...(isFields(outer.generationMetadata) &&
      isFields(inner.generationMetadata) && {
        generationMetadata: { ...outer.generationMetadata, ...inner.generationMetadata },
      }),
    ...(Array.isArray(outer.tags) && Array.isArray(inner.tags) && { tags: [...outer.tags, ...inner.tags] }),
  };
}

function hasTraceFields({ traceName, sessionId, userId, tags }: SvcConfig): boolean {
  return [traceName, sessionId, userId, tags].some((field) => field !== undefined);
}

function isLinkable(prompt: SvcConfig["svcPrompt"]): boolean {
  if (prompt === undefined || prompt === null) return false;
  if (isFields(prompt) && textOf(prompt.name) !== undefined && Number.isInteger(prompt.version)) return true;
  logger.warnOnce(
    "The svcPrompt in the configuration of a call is ignored: it needs a name and an integer version. Pass a prompt of the client.",
  );
  return false;
}
