import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { headingSlug } from "../../../docs/.vitepress/heading-slug.ts";
import { ROOT } from "../paths.ts";

/** Pages of the repository, by their paths. */
export const PAGES: readonly string[] = globSync(
  ["*.md", "docs/*.md", "test/*/*.md", "{register,{instrumentations,src}/*}/README.md"],
  { cwd: ROOT },
).toSorted();

/** Pages for users: the README and the pages of the site. */
export const USER_PAGES: readonly string[] = PAGES.filter((page) => page === "README.md" || page.startsWith("docs/"));

export interface CodeBlock {
  readonly page: string;
  /** Position among the blocks of the page, from 1 on. */
  readonly number: number;
  /** Line at which the code begins, from 1 on. */
  readonly line: number;
  /** Word behind the backticks, or an empty text. */
  readonly language: string;
  readonly code: string;
}

const BLOCK = /^( *)```(\w*)\n(.*?)^ *```$/gms;
const INLINE_CODE = /`[^`\n]*`/g;

export function pageText(page: string): string {
  return readFileSync(join(ROOT, page), "utf8");
}

/** Returns the code blocks of a page, without the indentation of the list they stand in. */
export function codeBlocks(page: string): CodeBlock[] {
  const text = pageText(page);
  return [...text.matchAll(BLOCK)].map(([, indentation, language, code], index, { [index]: match }) => ({
    page,
    number: index + 1,
    line: text.slice(0, match!.index).split("\n").length + 1,
    language: language!,
    code: code!.replaceAll(new RegExp(`^${indentation}`, "gm"), ""),
  }));
}

/** Returns the name of a block in the tables of the tests, such as `docs/scores.md 2`. */
export function blockName({ page, number }: CodeBlock): string {
  return `${page} ${number}`;
}

/** Returns the targets of the links and pictures of a page. */
export function linkTargets(page: string): string[] {
  const text = pageText(page).replaceAll(BLOCK, "");
  const inMarkdown = text.replaceAll(INLINE_CODE, "`").matchAll(/\]\(([^)\s]*)\)/g);
  const inHtml = text.replaceAll(INLINE_CODE, "").matchAll(/\s(?:href|src|srcset)="([^"]*)"|<(https?:[^>\s]*)>/g);
  return [...inMarkdown, ...inHtml].map(([, target, address]) => (target ?? address)!);
}

/** Returns the anchors of the headings of a page. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const headings = pageText(page)
    .replaceAll(BLOCK, "")
    .matchAll(/^#{1,6} (.+)$/gm);
  const anchors = new Set<string>();
  for (const [, heading] of headings) {
    const slug = headingSlug(heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", ""));
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}
