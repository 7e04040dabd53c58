/** Control characters other than line feeds and tabs, and marks that turn the direction of text. */
const UNPRINTABLE = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** Replaces what would move the cursor of a terminal, change its title or turn text round. Texts of answers may hold it. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, "\uFFFD");
}
