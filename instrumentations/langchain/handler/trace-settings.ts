import { context, type Context } from "@opentelemetry/api";
import { propagateAttributes, textOf, type OptionNames, type PropagateAttributesParams } from "@svc/core/internal";
import { conversationOf, METADATA_KEYS } from "./metadata-keys.ts";

/** Trace settings of a callback handler, for the runs the handler is given to. */
export interface TraceSettings {
  /** User of the trace, at most 200 characters; `svcUserId` in a run's metadata takes precedence. */
  userId?: string;
  /** Session of the trace, at most 200 characters; `svcSessionId` in a run's metadata takes precedence. */
  sessionId?: string;
  /** Tags that are added to those of the outermost run; each at most 200 characters. */
  tags?: string[];
  /** Version of the application's code, on every observation of the trace. */
  version?: string;
  /** Metadata on every observation of the trace: JSON values, each at most 200 characters once encoded. */
  traceMetadata?: Record<string, unknown>;
}

export const SETTING_NAMES: OptionNames<TraceSettings> = {
  userId: true,
  sessionId: true,
  tags: true,
  version: true,
  traceMetadata: true,
};

/** Returns a context in which observations carry the settings of the trace. The active span of `ctx` gets the settings too. */
export function withTraceSettings(
  ctx: Context,
  settings: TraceSettings,
  metadata: Readonly<Record<string, unknown>>,
  tags: readonly string[],
): Context {
  const params = paramsOf(settings, metadata, tags);
  if (Object.keys(params).length === 0) return ctx;
  return context.with(ctx, () => propagateAttributes(params, () => context.active()));
}

function paramsOf(
  settings: TraceSettings,
  metadata: Readonly<Record<string, unknown>>,
  tags: readonly string[],
): PropagateAttributesParams {
  const userId = textOf(metadata[METADATA_KEYS.userId]) ?? textOf(settings.userId);
  const sessionId = textOf(metadata[METADATA_KEYS.sessionId]) ?? textOf(settings.sessionId) ?? conversationOf(metadata);
  const allTags = [...new Set([...tags, ...(settings.tags ?? [])])];
  return {
    ...(userId !== undefined && { userId }),
    ...(sessionId !== undefined && { sessionId }),
    ...(allTags.length > 0 && { tags: allTags }),
    ...(settings.version !== undefined && { version: settings.version }),
    ...(settings.traceMetadata !== undefined && { metadata: settings.traceMetadata }),
  };
}
