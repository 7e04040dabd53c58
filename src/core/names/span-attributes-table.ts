import * as names from "./span-attributes.ts";

/**
 * Names of the attributes that this SDK writes on spans and the service reads from them.
 * Contract: "Span attributes written by clients".
 */
export const SvcOtelSpanAttributes: Readonly<typeof names> = /* @__PURE__ */ tableOfNames();

/** Name of an attribute in {@link SvcOtelSpanAttributes}. */
export type SvcOtelSpanAttributes = (typeof names)[keyof typeof names];

function tableOfNames(): typeof names {
  return { ...names };
}
