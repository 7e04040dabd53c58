/** Returns how the lines of a text end; `\n` for a text of one line. */
export function lineEndOf(text: string): "\r\n" | "\n" {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** Returns what the lines of a text are indented by, read from its first indented line. */
export function indentationOf(text: string): string {
  return /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
}

/** Returns text with the line ends of another. */
export function withLineEndsOf(model: string, text: string): string {
  return text.replaceAll("\n", lineEndOf(model));
}
