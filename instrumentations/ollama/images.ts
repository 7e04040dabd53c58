import { isFields, listOf, type Fields } from "@svc/core/internal";

/** First characters of images of some types, in base64. */
const SIGNATURES: readonly (readonly [start: string, contentType: string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
];

/** Returns the object with its images as URLs of data, which become media. The API takes them as bare base64. */
export function withImages<T>(holder: T): T | Fields {
  if (!isFields(holder) || !Array.isArray(holder.images) || holder.images.length === 0) return holder;
  return { ...holder, images: listOf(holder.images).map((image) => urlOf(image)) };
}

function urlOf(image: unknown): unknown {
  if (typeof image !== "string") return image;
  const [, contentType] = SIGNATURES.find(([start]) => image.startsWith(start)) ?? [];
  return contentType === undefined ? image : `data:${contentType};base64,${image}`;
}
