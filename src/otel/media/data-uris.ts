import { endOfBase64, fromBase64, type MediaContent } from "@svc/core/internal";

/** Text in every base64 data URI: a text without it holds none. */
export const DATA_URI_MARK = ";base64,";

/** Longest media type with its parameters: a `data:` further away belongs to something else. */
const LONGEST_TYPE = 256;

const TYPE = /^[\w.+-]+\/[\w.+-]+(?:;[\w.+-]+=[\w.+"-]*)*$/;

/** Replaces every base64 data URI in a text, whatever surrounds it, in one pass over the text. */
export function replaceDataUris(text: string, replacementOf: (media: MediaContent) => string): string {
  let replaced = "";
  let copied = 0;
  for (
    let mark = text.indexOf(DATA_URI_MARK);
    mark >= 0;
    mark = text.indexOf(DATA_URI_MARK, mark + DATA_URI_MARK.length)
  ) {
    const before = text.slice(Math.max(copied, mark - LONGEST_TYPE), mark);
    const scheme = before.lastIndexOf("data:");
    if (scheme < 0) continue;
    const start = mark - before.length + scheme;
    const type = before.slice(scheme + "data:".length);
    const content = mark + DATA_URI_MARK.length;
    const end = TYPE.test(type) ? endOfBase64(text, content) : content;
    if (end === content) continue;
    const media = { contentType: type.split(";")[0]!, bytes: fromBase64(text.slice(content, end)) };
    replaced += text.slice(copied, start) + replacementOf(media);
    copied = end;
  }
  return copied === 0 ? text : replaced + text.slice(copied);
}
