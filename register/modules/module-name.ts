/**
 * Returns the name of the package or built-in module of a specifier; undefined for a file of the application. Runs for every
 * module of the application, so it reads as few characters as possible.
 */
export function moduleName(specifier: string): string | undefined {
  let start = 0;
  if (specifier.startsWith("node:")) start = "node:".length;
  else if (isPathOrUrl(specifier)) {
    start = Math.max(specifier.lastIndexOf("node_modules/"), specifier.lastIndexOf("node_modules\\"));
    if (start === -1) return undefined;
    start += "node_modules/".length;
  }
  let end = endOfPart(specifier, start);
  if (specifier[start] === "@") end = endOfPart(specifier, end + 1);
  return start === 0 && end === specifier.length ? specifier : specifier.slice(start, end).replace("\\", "/");
}

/** Returns true when a specifier is a path or a URL, not a name. */
export function isPathOrUrl(specifier: string): boolean {
  const first = specifier[0];
  return first === "." || first === "/" || specifier[1] === ":" || specifier.startsWith("file:");
}

/** Uses `indexOf`, not a loop: this code runs once at start, before V8 has optimised it. */
function endOfPart(specifier: string, start: number): number {
  const slash = specifier.indexOf("/", start);
  const end = slash === -1 ? specifier.length : slash;
  const backslash = specifier.indexOf("\\", start);
  return backslash === -1 ? end : Math.min(end, backslash);
}

/** Returns a specifier without the `node:` of built-in modules. */
export function withoutScheme(specifier: string): string {
  return specifier.startsWith("node:") ? specifier.slice("node:".length) : specifier;
}
