import { context, type Context } from "@opentelemetry/api";
import { isFields, propagateAttributes, SvcOtelContextKeys, textOf, withConversation } from "@svc/core/internal";
import type { ReportedTrace } from "../tree/reported.ts";
import type { RunSettings } from "./run-settings.ts";

/**
 * Returns a context in which observations carry the metadata of a trace, and its group as the conversation and, unless they carry another
 * one already, as the session.
 */
export function withTraceSettings(given: Context, trace: ReportedTrace, settings: RunSettings | undefined): Context {
  const ctx = withConversation(given, textOf(trace.groupId));
  const groupId = sessionIn(ctx) === undefined ? textOf(trace.groupId) : undefined;
  const hasMetadata = isFields(trace.metadata) && Object.keys(trace.metadata).length > 0;
  if (groupId === undefined && !hasMetadata) return withSession(ctx, settings);
  const params = {
    ...(groupId !== undefined && { sessionId: groupId }),
    ...(hasMetadata && { metadata: trace.metadata as Record<string, unknown> }),
  };
  return withSession(propagated(ctx, params), settings);
}

/** Returns a context in which observations carry the session of the run, unless they carry another one already. */
export function withSession(ctx: Context, settings: RunSettings | undefined): Context {
  if (settings === undefined || sessionIn(ctx) !== undefined) return ctx;
  const sessionId = settings.sessionId();
  return sessionId === undefined ? ctx : propagated(ctx, { sessionId });
}

function sessionIn(ctx: Context): unknown {
  return ctx.getValue(SvcOtelContextKeys.sessionId);
}

function propagated(ctx: Context, params: Parameters<typeof propagateAttributes>[0]): Context {
  return context.with(ctx, () => propagateAttributes(params, () => context.active()));
}
