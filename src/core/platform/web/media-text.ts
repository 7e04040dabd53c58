import { serializeValue } from "../../values/serialization.ts";

/** Returns the text of a span's input or output, as {@link serializeValue} does. */
export function mediaText(_span: object, value: unknown): string | undefined {
  return serializeValue(value);
}

/** Returns undefined: the code that makes texts of pieces would be a part of every bundle. */
export function piecesOf(_span: object, _text: string): readonly string[] | undefined {
  return undefined;
}
