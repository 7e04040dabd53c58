import { context, trace, type Context } from "@opentelemetry/api";
import { logger } from "../logging/logger.ts";
import { globalState } from "../runtime/global-state.ts";
import { PROPAGATED_FIELDS, type PropagatedAttribute, type PropagatedField } from "./propagated-fields.ts";

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Fields that a child inherits from its parent's attributes. Version, environment and prompt are left out: they may belong
 * only to the parent.
 */
const INHERITED = /* @__PURE__ */ PROPAGATED_FIELDS.filter(
  ({ field }) => !(["version", "environment", "promptName", "promptVersion"] as PropagatedField[]).includes(field),
);

/**
 * Runs `fn` in a context. OpenTelemetry does not report a missing context manager. When none is registered, the function
 * warns once and stands in for the manager in part: for observations started before `fn` returns, and for children of a
 * span that has the attributes.
 */
export function runInContext<T>(ctx: Context, attributesOf: () => Record<string, PropagatedAttribute>, fn: () => T): T {
  return context.with(ctx, () => {
    if (context.active() === ctx) {
      if (!globalState.contextsEndAtAwait) delete globalState.fallbackAttributes;
      return fn();
    }
    logger.warnOnce(
      "propagateAttributes works only in part: no OpenTelemetry context manager is registered. Start the OpenTelemetry SDK first, or register an AsyncLocalStorageContextManager.",
    );
    const before = globalState.fallbackAttributes ?? {};
    globalState.fallbackAttributes = { ...before, ...attributesOf() };
    try {
      return fn();
    } finally {
      globalState.fallbackAttributes = before;
    }
  });
}

/** Returns the propagated attributes for a context when no context manager carries them. */
export function fallbackAttributes(ctx: Context): Record<string, PropagatedAttribute> {
  const { fallbackAttributes: running } = globalState;
  if (running === undefined) return {};
  return { ...inherited((trace.getSpan(ctx) as { attributes?: Attributes } | undefined)?.attributes), ...running };
}

function inherited(parent: Attributes | undefined): Record<string, PropagatedAttribute> {
  const attributes: Record<string, PropagatedAttribute> = {};
  for (const [key, value] of Object.entries(parent ?? {})) {
    const isInherited = INHERITED.some(({ field, attribute }) =>
      field === "metadata" ? key.startsWith(`${attribute}.`) : key === attribute,
    );
    if (isInherited) attributes[key] = value as PropagatedAttribute;
  }
  return attributes;
}
