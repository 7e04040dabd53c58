import { fromBase64, wholeBase64, type MediaContent } from "@svc/core/internal";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Keys of the content and of its type, by kind of message part. */
const PARTS: Readonly<Record<string, { content: string; contentType: readonly string[] }>> = {
  file: { content: "data", contentType: ["mediaType", "mimeType"] },
  image: { content: "image", contentType: ["mediaType", "mimeType"] },
  blob: { content: "content", contentType: ["mime_type"] },
};

/**
 * Pattern that every JSON text with a message part of bare base64 matches. A match is no proof: a part may hold an address, and
 * any text may contain these characters.
 */
export const MEDIA_PART: RegExp = /"type":\s*"(?:file|image|blob)"/;

/** Replaces the bare base64 content of file, image and blob parts in messages written as JSON. */
export function replaceMediaParts(text: string, replacementOf: (media: MediaContent) => string): string {
  let messages: Json;
  try {
    messages = JSON.parse(text) as Json;
  } catch {
    return text;
  }
  let found = false;
  const unvisited: Json[] = [messages];
  for (let value = unvisited.pop(); value !== undefined; value = unvisited.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const part = Array.isArray(value) ? undefined : mediaPartOf(value);
    if (part === undefined) {
      for (const nested of Object.values(value)) unvisited.push(nested);
    } else {
      found = true;
      (value as Record<string, Json>)[part.key] = replacementOf(part.media);
    }
  }
  return found ? JSON.stringify(messages) : text;
}

function mediaPartOf(part: Record<string, Json>): { key: string; media: MediaContent } | undefined {
  const { type } = part;
  const keys = typeof type === "string" && Object.hasOwn(PARTS, type) ? PARTS[type] : undefined;
  const content = keys && part[keys.content];
  const contentType = keys?.contentType.map((key) => part[key]).find((value) => typeof value === "string");
  if (typeof content !== "string" || contentType === undefined) return undefined;
  const base64 = wholeBase64(content);
  return base64 === undefined ? undefined : { key: keys!.content, media: { contentType, bytes: fromBase64(base64) } };
}
