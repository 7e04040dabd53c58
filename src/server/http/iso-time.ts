const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Milliseconds since 1970 of an ISO 8601 date, or date and time; undefined for any other text. Without an offset it is UTC. */
export function parseIsoTime(text: string): number | undefined {
  if (!ISO_TIME.test(text)) return undefined;
  const isLocal = text.includes("T") && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  const milliseconds = Date.parse(isLocal ? `${text}Z` : text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** The last millisecond of the year 9999: later ones have another form in ISO 8601, which few readers know. */
export const LAST_TIME_MS: number = Date.UTC(10_000, 0) - 1;

/** The moment as ISO 8601 text; null for none, and for a number that is no moment. */
export function isoTimeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null || Number.isNaN(new Date(milliseconds).getTime()) ? null : isoTime(milliseconds);
}

/** The moment as ISO 8601 text. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
