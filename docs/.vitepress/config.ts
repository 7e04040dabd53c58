// Site of the pages in docs/: `npm run docs:site` builds it into .build/site.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { breakLongCode } from "./code-breaks.ts";
import { headingSlug } from "./heading-slug.ts";
import { linkOutsideOfSite } from "./repository-links.ts";
import { sidebar } from "./sidebar.ts";

/** Bars of a waterfall. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="#3451b2">' +
  '<path d="M1 2h14v3H1zM1 7h8v3H1zM7 12h8v3H7z"/></svg>';

/** Returns the text of a page in docs/. */
const readPage = (path: string): string => readFileSync(join(import.meta.dirname, "..", path), "utf8");

export default defineConfig({
  title: "svc for Node",
  description: "Shows what an LLM application on Node did, without a line of tracing code in it.",
  lang: "en",
  base: process.env["DOCS_BASE"] ?? "/",
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }]],
  outDir: "../.build/site",
  cacheDir: "../.build/site-cache",
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark" },
    anchor: { slugify: headingSlug },
    config(markdown) {
      markdown.core.ruler.push("links-outside-of-site", linkOutsideOfSite);
      breakLongCode(markdown);
    },
  },
  // A page without sections has no outline, and its table takes the room.
  transformPageData({ filePath, frontmatter }) {
    if (!/^## /m.test(readPage(filePath))) frontmatter["aside"] = false;
  },
  themeConfig: {
    sidebar: sidebar(),
    outline: { level: [2, 3], label: "On this page" },
    search: { provider: "local" },
    externalLinkIcon: true,
  },
});
