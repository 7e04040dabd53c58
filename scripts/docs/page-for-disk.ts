import { posix } from "node:path";

/** Attributes with an address from the root of the site. */
const ADDRESS = /(\s(?:href|src|srcset)=")\/(?!\/)([^"]*)"/g;
/** Hints to load modules early, which a page from disk may not load. */
const MODULE_HINTS = /\s*<link rel="modulepreload"[^>]*>/g;
const MODULE = /<script type="module" src="([^"]+)"><\/script>/g;

/**
 * Returns a page of the site as it works from disk, too: with relative addresses, and with a script in the place of the modules, which
 * a browser does not load from disk. Served by a web server, the page loads the modules as before.
 */
export function pageForDisk(page: string, html: string): string {
  const toRoot = posix.relative(posix.dirname(page), ".") || ".";
  return html
    .replaceAll(MODULE_HINTS, "")
    .replaceAll(ADDRESS, (_all, attribute: string, target: string) => `${attribute}${toRoot}/${fileOf(target)}"`)
    .replaceAll(MODULE, (_all, source: string) => loader(toRoot, source));
}

/** Returns the file of a target, whose folder a web server would complete. */
function fileOf(target: string): string {
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/.exec(target) ?? [];
  return `${path === "" || path.endsWith("/") ? `${path}index.html` : path}${rest}`;
}

function loader(toRoot: string, source: string): string {
  const scripts = ["assets/search-index.js", "assets/disk.js"].map((file) => `"${toRoot}/${file}"`).join(", ");
  return `<script>
  if (location.protocol === "file:") {
    document.documentElement.classList.add("from-disk");
    for (const src of [${scripts}]) document.head.append(Object.assign(document.createElement("script"), { src, async: false }));
  } else {
    document.head.append(Object.assign(document.createElement("script"), { src: "${source}", type: "module" }));
  }
</script>`;
}
