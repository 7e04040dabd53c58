/** Returns the result of a tool of the MCP server without its first line, which says what is data, and without the marks around data. */
export function withoutFrame(result: string): string {
  const [, mark] = /^\[[^\n]* <([\w-]+)> and <\/\1>/.exec(result) ?? [];
  const text = result.replace(/^\[Text in quotation marks[^\n]*\]\n/, "");
  return mark === undefined ? text : text.replaceAll(new RegExp(`^<${mark}>\n([^]*?)\n</${mark}>$`, "gm"), "$1");
}
