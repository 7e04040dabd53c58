import { existsSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { MarkdownEnv, MarkdownRenderer } from "vitepress";

type State = Parameters<Parameters<MarkdownRenderer["core"]["ruler"]["push"]>[1]>[0];

const DOCS = join(import.meta.dirname, "..");
const REPOSITORY = join(DOCS, "..");
const { repository } = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8")) as {
  repository: { url: string };
};
const CODE_HOST = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");

/**
 * Has links to files outside of docs/ lead to the code host, where the site has no page for them. On the code host itself the same links
 * are relative.
 */
export function linkOutsideOfSite(state: State): void {
  const { path } = state.env as MarkdownEnv;
  for (const { children } of state.tokens) {
    for (const token of children ?? []) {
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (!href?.startsWith("../")) continue;
      const target = join(path, "..", href);
      if (!target.startsWith(`${DOCS}/`)) token.attrSet("href", onCodeHost(target));
    }
  }
}

function onCodeHost(target: string): string {
  const [file = "", anchor] = target.split("#");
  if (!existsSync(file)) throw new Error(`A page links to ${file}, which does not exist.`);
  const kind = statSync(file).isDirectory() ? "tree" : "blob";
  return `${CODE_HOST}/${kind}/main/${relative(REPOSITORY, file)}${anchor === undefined ? "" : `#${anchor}`}`;
}
