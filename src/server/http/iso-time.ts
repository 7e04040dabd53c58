const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Parses an ISO 8601 date, or date and time, into milliseconds since 1970; undefined for any other text, and for a day that does not exist,
 * such as February 30. A time without an offset is UTC.
 */
export function parseIsoTime(text: string): number | undefined {
  if (!ISO_TIME.test(text) || !isDay(text.slice(0, DAY_CHARACTERS))) return undefined;
  const isLocal = text.includes("T") && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  const milliseconds = Date.parse(isLocal ? `${text}Z` : text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** Number of characters of a day, such as `2026-11-27`. */
const DAY_CHARACTERS = 10;

/** Returns true for a day of the calendar. `Date.parse` takes each month to have 31 days, and counts on in the next month. */
function isDay(text: string): boolean {
  const start = Date.parse(`${text}T00:00:00Z`);
  return new Date(start).getUTCDate() === Number(text.slice(-2));
}

/** Last millisecond of the year 9999. Later times have another form in ISO 8601, which few readers support. */
export const LAST_TIME_MS: number = Date.UTC(10_000, 0) - 1;

/** Formats a time as ISO 8601 text; null for null and for a number that is not a time. */
export function isoTimeOrNull(milliseconds: number | null): string | null {
  return milliseconds === null || Number.isNaN(new Date(milliseconds).getTime()) ? null : isoTime(milliseconds);
}

/** Formats a time, in milliseconds since 1970, as ISO 8601 text. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
