// `npm run docs:site`: builds the site of docs/ into .build/site. A web server can serve the folder; opened from disk, its pages work as well.
import { build as bundle } from "esbuild";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vitepress";
import { pageForDisk } from "./docs/page-for-disk.ts";
import { writeReference } from "./docs/reference-pages.ts";

const ROOT = join(import.meta.dirname, "..");
const SITE = join(ROOT, ".build/site");

rmSync(SITE, { recursive: true, force: true });
writeReference(join(ROOT, "docs/reference"));
await build(join(ROOT, "docs"));

for (const page of globSync("**/*.html", { cwd: SITE })) {
  const file = join(SITE, page);
  writeFileSync(file, pageForDisk(page, readFileSync(file, "utf8")));
}

// A page from disk may load scripts, but neither modules nor data: the index of the search becomes a script.
const [index] = globSync("assets/chunks/@localSearchIndexroot.*.js", { cwd: SITE });
if (index === undefined)
  throw new Error("VitePress wrote no index for the search: look for its name in assets/chunks.");
const { default: searchIndex } = (await import(join(SITE, index))) as { default: string };
writeFileSync(join(SITE, "assets/search-index.js"), `globalThis.searchIndex = ${JSON.stringify(searchIndex)};\n`);
await bundle({
  entryPoints: [join(ROOT, "docs/.vitepress/disk.ts")],
  outfile: join(SITE, "assets/disk.js"),
  bundle: true,
  minify: true,
  format: "iife",
  logLevel: "warning",
});
