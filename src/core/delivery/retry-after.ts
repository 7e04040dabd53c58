/**
 * Returns the milliseconds that a `Retry-After` header (seconds or a date) asks to wait, never negative. Returns undefined
 * when the header is absent or invalid.
 */
export function parseRetryAfter(header: string | null | undefined): number | undefined {
  if (header == null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const milliseconds = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000;
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}
