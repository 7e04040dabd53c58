/** Front matter of a `SKILL.md`: one text for each key. */
export type Frontmatter = Record<string, string>;

const FENCE = "---";

/**
 * Reads the front matter of a `SKILL.md`: the lines between two `---` lines, each `key: text`. The text may be quoted, or may
 * follow in indented lines behind `|` or `>`. Returns undefined when the front matter is missing or has any other line.
 */
export function readFrontmatter(markdown: string): Frontmatter | undefined {
  const lines = markdown.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines.indexOf(FENCE, 1);
  if (lines[0] !== FENCE || end < 0) return undefined;
  const found = new Map<string, string>();
  for (let at = 1; at < end; at += 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "" || line.startsWith("#")) continue;
    const separator = line.indexOf(":");
    const key = line.slice(0, separator);
    if (separator < 1 || !/^[\w-]+$/.test(key)) return undefined;
    const inline = line.slice(separator + 1).trim();
    const block: string[] = [];
    while (at + 1 < end && isOfBlock(lines[at + 1] ?? "", block.length > 0))
      block.push((lines[(at += 1)] ?? "").trim());
    const text = readText(inline, block);
    if (text === undefined) return undefined;
    found.set(key, text);
  }
  return Object.fromEntries(found);
}

function isOfBlock(line: string, isInside: boolean): boolean {
  return /^\s+\S/.test(line) || (isInside && line.trim() === "");
}

function readText(inline: string, block: readonly string[]): string | undefined {
  const isBlock = /^[|>][+-]?$/.test(inline);
  if (isBlock) return block.join(inline.startsWith("|") ? "\n" : " ").trim();
  if (block.length > 0) return undefined;
  if (inline.startsWith('"')) return quoted(inline);
  if (inline.startsWith("'"))
    return inline.length > 1 && inline.endsWith("'") ? inline.slice(1, -1).replaceAll("''", "'") : undefined;
  return /^[[{&*!]/.test(inline) ? undefined : inline.replace(/\s+#.*$/, "");
}

function quoted(inline: string): string | undefined {
  try {
    const value: unknown = JSON.parse(inline);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
