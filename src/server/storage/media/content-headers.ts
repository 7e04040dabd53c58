/** Types that a browser shows or plays. SVG is none: opened by itself, it is a page. */
const SHOWN = /^(?:image\/(?!svg)|audio\/|video\/|application\/pdf$)/i;

/** Returns the headers by which browsers keep no copy of a content, and make a file of one that they would show as a page. */
export function contentHeaders(contentType: string): Readonly<Record<"Cache-Control" | "Content-Disposition", string>> {
  return {
    "Cache-Control": "private, no-store",
    "Content-Disposition": SHOWN.test(contentType) ? "inline" : "attachment",
  };
}
