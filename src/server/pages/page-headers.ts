import type { MediaStorage } from "../storage/media/media-storage.ts";

/**
 * Returns the headers of the page. Its scripts, styles and requests are those of this service alone, and none stand in the document, so that
 * text from an application stays text even if an escape is missing. Images and sounds may lie in the data, or
 * where clients fetch media from: at the public address of the service, or in a storage.
 */
export function pageHeaders(
  { transfer }: MediaStorage,
  publicUrl: string | undefined,
): Readonly<Record<string, string>> {
  const origin = transfer.kind === "direct" ? transfer.origin : publicUrl;
  const media = ["'self'", "data:", ...(origin === undefined ? [] : [origin])].join(" ");
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
