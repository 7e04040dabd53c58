/** Milliseconds that a `Retry-After` header asks to wait, none of them negative: it has seconds or a date. */
export function parseRetryAfter(header: string | null | undefined): number | undefined {
  if (header == null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const milliseconds = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000;
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}
