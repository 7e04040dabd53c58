import { mediaHash, mediaIdOf, mediaTag, SvcOtelSpanAttributes as A, type MediaContent } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import type { Attributes } from "@opentelemetry/api";
import { contentEncodingOf } from "../masking/content-attributes.ts";
import type { ReadableSpan } from "../readable-span.ts";
import { mayHoldDataUri, replaceDataUris } from "./data-uris.ts";
import { mayHoldMediaParts, replaceMediaParts } from "./message-media.ts";

/** Part of an observation that holds media, as the service names it. */
export type MediaField = "input" | "output" | "metadata";

/** Media taken out of a span. */
export interface ExtractedMedia {
  readonly media: MediaContent;
  readonly field: MediaField;
}

/** Span without its media, and the media. */
export interface Extraction {
  readonly span: ReadableSpan;
  readonly media: ExtractedMedia[];
}

/** Attributes whose messages may hold media as bare base64, of the AI SDK and of the GenAI conventions. */
const MESSAGE_ATTRIBUTES: ReadonlySet<string> = new Set([
  "ai.prompt",
  "ai.prompt.messages",
  GenAi.INPUT_MESSAGES,
  GenAi.OUTPUT_MESSAGES,
]);

/**
 * Takes base64 media out of a span's content and puts references in its place, in a copy of the span. Returns undefined
 * when the span holds no media, which is nearly always.
 */
export function extractMedia(span: ReadableSpan): Extraction | undefined {
  const { attributes } = span;
  let extraction: { readonly attributes: Attributes; readonly media: ExtractedMedia[] } | undefined;
  for (const key in attributes) {
    const text: unknown = attributes[key];
    if (typeof text !== "string") continue;
    const hasUri = mayHoldDataUri(text);
    const hasParts = MESSAGE_ATTRIBUTES.has(key) && mayHoldMediaParts(text);
    if (!(hasUri || hasParts) || contentEncodingOf(key) === undefined) continue;
    extraction ??= { attributes: { ...attributes }, media: [] };
    extraction.attributes[key] = extractFromText(text, fieldOf(key), hasUri, hasParts, extraction.media);
  }
  if (extraction === undefined || extraction.media.length === 0) return undefined;
  const replaced = { value: extraction.attributes, enumerable: true };
  return { span: Object.create(span, { attributes: replaced }) as ReadableSpan, media: extraction.media };
}

/** Adds the media of a text to `media`. Returns the text with references in place of the media. */
function extractFromText(
  text: string,
  field: MediaField,
  hasUri: boolean,
  hasParts: boolean,
  media: ExtractedMedia[],
): string {
  const replace = (content: MediaContent): string => {
    media.push({ media: content, field });
    return mediaTag(content.contentType, mediaIdOf(mediaHash(content.bytes)), "base64_data_uri");
  };
  const withoutUris = hasUri ? replaceDataUris(text, replace) : text;
  return hasParts ? replaceMediaParts(withoutUris, replace) : withoutUris;
}

function fieldOf(attribute: string): MediaField {
  if (attribute.startsWith(A.OBSERVATION_METADATA) || attribute.startsWith(A.TRACE_METADATA)) return "metadata";
  return /input|prompt/.test(attribute) ? "input" : "output";
}
