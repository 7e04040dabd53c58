import type { RecordedSpan } from "@svc/tracing/internal";
import { contentOf, contentText, withoutMedia, type MediaFields, type TakeMedia } from "./content-text.ts";

/**
 * Returns the text of a span's input or output. The media in the value are handed over, and references stand in their place.
 */
export function mediaFreeText(
  span: RecordedSpan,
  value: unknown,
  fields: MediaFields,
  field: "input" | "output",
): string | undefined {
  return contentText(value, fields, takingFor(span, field));
}

/** Returns a JSON text without its media, which are handed over in the same way. */
export function textWithoutMedia(
  span: RecordedSpan,
  json: string,
  fields: MediaFields,
  field: "input" | "output",
): string {
  return withoutMedia(json, fields, takingFor(span, field));
}

function takingFor(span: RecordedSpan, field: "input" | "output"): TakeMedia {
  return (found) => span.handOverMedia({ ...contentOf(found), field, source: found.source });
}
