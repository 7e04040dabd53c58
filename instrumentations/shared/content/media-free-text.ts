import type { Span } from "@opentelemetry/api";
import { handOverMedia } from "@svc/core/internal";
import { contentOf, contentText, type MediaFields } from "./content-text.ts";

/**
 * Returns the text of a span's input or output. The media in the value are handed over, and references stand in their place.
 */
export function mediaFreeText(
  span: Span,
  value: unknown,
  fields: MediaFields,
  field: "input" | "output",
): string | undefined {
  return contentText(value, fields, (found) =>
    handOverMedia(span, { ...contentOf(found), field, source: found.source }),
  );
}
