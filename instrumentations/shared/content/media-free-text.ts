import type { RecordedSpan } from "@svc/tracing/internal";
import { contentOf, contentText, type MediaFields } from "./content-text.ts";

/**
 * Returns the text of a span's input or output. The media in the value are handed over, and references stand in their place.
 */
export function mediaFreeText(
  span: RecordedSpan,
  value: unknown,
  fields: MediaFields,
  field: "input" | "output",
): string | undefined {
  return contentText(value, fields, (found) =>
    span.handOverMedia({ ...contentOf(found), field, source: found.source }),
  );
}
