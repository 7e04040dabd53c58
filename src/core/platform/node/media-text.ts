import { globalState } from "../../runtime/global-state.ts";
import { serializeValue } from "../../values/serialization.ts";
import { jsonAroundMedia } from "./json-around-media.ts";

/**
 * Returns the text of a span's input or output, as {@link serializeValue} does. A text with large media is made of pieces, and
 * {@link piecesOf} gives them to the processor that takes the media out: nobody needs to copy the text or to look through it.
 */
export function mediaText(span: object, value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return serializeValue(value);
  let pieces: string[] | undefined;
  try {
    pieces = jsonAroundMedia(value);
  } catch {
    // The value cannot be written as JSON, or not at once.
  }
  if (pieces === undefined) return serializeValue(value);
  const text = pieces.reduce((joined, piece) => joined + piece);
  const texts = (globalState.mediaTexts ??= new WeakMap());
  texts.set(span, [...(texts.get(span) ?? []), { text, pieces }]);
  return text;
}

/** Returns the pieces of a text that {@link mediaText} made for a span; undefined for any other text. */
export function piecesOf(span: object, text: string): readonly string[] | undefined {
  return globalState.mediaTexts?.get(span)?.find((known) => known.text === text)?.pieces;
}
