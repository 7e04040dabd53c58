import { context, type Context } from "@opentelemetry/api";
import { fieldsOf, propagateTraceFields, textOf, textsOf, type Fields } from "@svc/core/internal";
import { linkedPrompt, type LinkedPrompt } from "@svc/instrumentation";

/**
 * Keys of a call's runtime context that describe the trace or link a prompt. They are not recorded as metadata. The AI SDK passes on
 * only the keys that the application names in `includeRuntimeContext`.
 */
const KEYS = {
  userId: ["svcUserId", "userId"],
  sessionId: ["svcSessionId", "sessionId"],
  tags: ["svcTags", "tags"],
  prompt: ["svcPrompt"],
} as const;

const RESERVED: ReadonlySet<string> = new Set(Object.values(KEYS).flat());

/** Returns a context in which observations carry the user, the session and the tags that the runtime context names. */
export function withTraceSettings(ctx: Context, runtimeContext: unknown): Context {
  const given = fieldsOf(runtimeContext);
  const userId = textOf(first(given, KEYS.userId));
  const sessionId = textOf(first(given, KEYS.sessionId));
  const tags = textsOf(first(given, KEYS.tags));
  if (userId === undefined && sessionId === undefined && tags.length === 0) return ctx;
  const params = {
    ...(userId !== undefined && { userId }),
    ...(sessionId !== undefined && { sessionId }),
    ...(tags.length > 0 && { tags }),
  };
  return context.with(ctx, () => propagateTraceFields(params, () => context.active()));
}

/** Returns the runtime context without the reserved keys, as metadata. */
export function metadataOf(runtimeContext: unknown): Record<string, unknown> {
  const metadata: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fieldsOf(runtimeContext))) if (!RESERVED.has(key)) metadata[key] = value;
  return metadata;
}

/** Returns the managed prompt that the runtime context names; undefined for a fallback prompt, which is not linked. */
export function promptOf(runtimeContext: unknown): LinkedPrompt | undefined {
  return linkedPrompt(first(fieldsOf(runtimeContext), KEYS.prompt));
}

function first(given: Fields, keys: readonly string[]): unknown {
  return keys.map((key) => given[key]).find((value) => value !== undefined && value !== null);
}
