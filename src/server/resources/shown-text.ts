/**
 * Returns true for a text that stays on its line wherever it is shown: without control characters, separators of lines, marks that turn the
 * direction of text, and halves of characters.
 */
export function isPrintable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(text);
}

/** Returns true for a text of lines without control characters but tabs and line breaks. */
export function isShownText(text: string): boolean {
  return !/[^\P{Cc}\t\n\r]/u.test(text);
}

/** Reasons for people why a name has to stay on its line, and why a text has no other control characters. */
export const UNSHOWN = {
  name: "it has control characters, line breaks or marks of direction. Send it without them",
  text: "it has control characters other than tab and line break. Send it without them",
} as const;
