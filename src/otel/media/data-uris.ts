import { findDataUri, fromBase64, type MediaContent } from "@svc/core/internal";

/** Replaces every base64 data URI in a text, whatever surrounds it, in one pass over the text. */
export function replaceDataUris(text: string, replacementOf: (media: MediaContent) => string): string {
  let replaced = "";
  let copied = 0;
  for (let found = findDataUri(text); found !== undefined; found = findDataUri(text, copied)) {
    const { start, end, contentType, base64 } = found;
    replaced += text.slice(copied, start) + replacementOf({ contentType, bytes: fromBase64(base64) });
    copied = end;
  }
  return copied === 0 ? text : replaced + text.slice(copied);
}
