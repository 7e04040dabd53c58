/** Opening and closing delimiter of the tags. */
type Delimiters = readonly [opening: string, closing: string];

/** Section that is open while the text after it is read. */
interface OpenSection {
  readonly name: string;
  readonly start: number;
}

interface Tag {
  readonly kind: string;
  readonly name: string;
  /** Position after the tag. */
  readonly end: number;
}

/**
 * Returns what makes a text invalid as a Mustache template, and the line and column where; undefined for a valid template.
 * A text has a problem when, and only when, the `mustache` package refuses to parse it. The package names no place where a
 * tag begins, and takes a second for each megabyte.
 */
export function templateProblem(text: string): string | undefined {
  let delimiters: Delimiters = ["{{", "}}"];
  const open: OpenSection[] = [];
  for (let at = 0; ;) {
    const start = text.indexOf(delimiters[0], at);
    if (start < 0) break;
    const tag = tagAt(text, start, delimiters);
    if (tag === undefined) return `${placeOf(text, start)}: the tag is not closed by ${delimiters[1]}`;
    const { kind, name, end } = tag;
    at = end;
    if (kind === "#" || kind === "^") open.push({ name, start });
    else if (kind === "/") {
      const section = open.pop();
      if (section === undefined)
        return `${placeOf(text, start)}: the section ${JSON.stringify(name)} is closed, but not open`;
      if (section.name !== name) return notClosed(text, section);
    } else if (kind === "=") {
      const [opening, closing] = name.split(/\s+/, 2);
      if (opening === undefined || closing === undefined) {
        return `${placeOf(text, start)}: the tag must name two delimiters`;
      }
      delimiters = [opening, closing];
    }
  }
  const section = open.pop();
  return section && notClosed(text, section);
}

/** Reads the tag that starts at a position; undefined when it is not closed. */
function tagAt(text: string, start: number, [opening, closing]: Delimiters): Tag | undefined {
  const inside = skipSpace(text, start + opening.length);
  const kind = /^[#^/>{&=!]/.exec(text[inside] ?? "")?.[0] ?? "";
  const from = skipSpace(text, inside + kind.length);
  const until = text.indexOf(kind === "{" ? `}${closing}` : kind === "=" ? "=" : closing, from);
  if (until < 0) return undefined;
  // A change of delimiters ends at the first delimiter behind its second `=`.
  const last = kind === "{" ? until + 1 : kind === "=" ? text.indexOf(closing, until + 1) : until;
  return last < 0 ? undefined : { kind, name: text.slice(from, until).trimEnd(), end: last + closing.length };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at]!.trim() === "") at++;
  return at;
}

function notClosed(text: string, { name, start }: OpenSection): string {
  return `${placeOf(text, start)}: the section ${JSON.stringify(name)} is not closed`;
}

/** Names a position as people count: lines and columns from 1. */
function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split("\n");
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`;
}
