import { textOf, type Fields } from "@svc/core/internal";
import { contentText } from "../content/content-text.ts";
import { JsonText, ownText } from "../data/json-text.ts";
import type { ContentFrame } from "../request/request-reader.ts";
import type { Operation } from "./operation.ts";

/** Maximum length of the texts of a frame, which stay in memory. */
const MAX_LENGTH = 100_000;

/** Number of fields that are tried as the content. */
const MAX_MISFITS = 4;

/** Text in the place of a content: JSON that no request has. */
const PLACE = '"\u0001svc content\u0001"';

/**
 * Returns the frame around a content of the request with this body, the content that the `misfits` frames before were not around;
 * undefined where there is none. An operation reads its content as JSON text and cannot look into the text, so the recorded input is
 * the same for every content but for that text.
 */
export function frameOf(operation: Operation, fields: Fields, body: string, misfits: number): ContentFrame | undefined {
  if (misfits >= MAX_MISFITS || body.length > MAX_LENGTH) return undefined;
  const contents = Object.keys(fields).filter((name) => fields[name] instanceof JsonText);
  const name = contents[misfits];
  if (name === undefined) return undefined;
  const { text, start } = fields[name] as JsonText;
  if (body.slice(start, start + text.length) !== text) return undefined;
  let hasMedia = false;
  const framed = operation.input({ ...fields, [name]: new JsonText(PLACE, 0) });
  const input = contentText(framed, operation.library.mediaFields, () => {
    hasMedia = true;
    return "";
  });
  const [inputStart, inputEnd, more] = input?.split(PLACE) ?? [];
  if (hasMedia || inputStart === undefined || inputEnd === undefined || more !== undefined) return undefined;
  return {
    model: textOf(fields.model),
    bodyStart: ownText(body.slice(0, start)),
    bodyEnd: ownText(body.slice(start + text.length)),
    inputStart,
    inputEnd,
  };
}
