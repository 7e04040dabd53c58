import type { MarkdownRenderer } from "vitepress";

/** Characters of inline code from which on a line may break inside of it. Shorter names stay whole. */
const LONG = 28;

/**
 * Lets long inline code break after a blank, `_`, `/` and `.`, rather than anywhere. In a table, a name that cannot break takes the room of the
 * column with the text.
 */
export function breakLongCode({ renderer: { rules } }: MarkdownRenderer): void {
  const render = rules.code_inline!;
  rules.code_inline = (tokens, index, ...rest) => {
    const html = render(tokens, index, ...rest);
    if (tokens[index]!.content.length < LONG) return html;
    return html.replace(/>[^<]+</, (text) => text.replaceAll(/[ _/.](?=[\w{&'[(@-])/g, "$&<wbr>"));
  };
}
