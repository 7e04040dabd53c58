import type { MediaStorage } from "../storage/media/media-storage.ts";

/**
 * Returns the headers of the page. Its scripts, styles and requests are those of this service alone, and none stand in the document, so that
 * text from an application stays text even if an escape is missing. Images and sounds may lie in the data, or
 * in the storage that clients fetch media from.
 */
export function pageHeaders({ transfer }: MediaStorage): Readonly<Record<string, string>> {
  const media = ["'self'", "data:", ...(transfer.kind === "direct" ? [transfer.origin] : [])].join(" ");
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      `img-src ${media}`,
      `media-src ${media}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
  };
}
