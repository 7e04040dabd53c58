/** Characters that move the cursor, change colours or turn the direction of text round: control characters and marks of direction. */
const UNSAFE = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** First of the pictures that Unicode has for control characters. */
const PICTURES = 0x24_00;

/**
 * Returns the text of an application on one line, harmless to a terminal. White space becomes a space, a control character its
 * picture such as `␛`, and everything else that changes how text is shown its code.
 */
export function plain(text: string): string {
  return text.replaceAll(/\s+/gu, " ").replaceAll(UNSAFE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(PICTURES + code);
    return code === 0x7f ? "␡" : `\\u{${code.toString(16)}}`;
  });
}

/** Characters that take two columns: those of East Asia, and emoji. */
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u;

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns the number of columns that a text takes in a terminal. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const { segment } of characters.segment(text)) columns += WIDE.test(segment) ? 2 : 1;
  return columns;
}

/** Returns a text in at most so many columns. A longer one ends with `…`. */
export function cut(text: string, columns: number): string {
  // A character takes at least one column: of a long text, only its beginning is looked at.
  const beginning = text.slice(0, 4 * columns + 4);
  if (beginning.length === text.length && columnsOf(text) <= columns) return text;
  let shown = "";
  let left = columns - 1;
  for (const { segment } of characters.segment(beginning)) {
    left -= columnsOf(segment);
    if (left < 0) break;
    shown += segment;
  }
  return `${shown}…`;
}

/** Pads a text with spaces to `columns`: numbers on the left, other texts on the right. */
export function pad(text: string, columns: number, isNumber = false): string {
  const spaces = " ".repeat(Math.max(0, columns - columnsOf(text)));
  return isNumber ? spaces + text : text + spaces;
}
