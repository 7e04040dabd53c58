/** Longest retention of observations, in days, apart from keeping them for ever. The API document has the same bound. */
export const MOST_DAYS = 99_999;

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Returns the time before which observations of a project are too old, in milliseconds since 1970; undefined when they are kept
 * for ever. `retentionDays` is the setting of the project: 0 for ever, null when it has none. `keepDays` is the setting of the
 * service: null for ever.
 */
export function oldestKept(retentionDays: number | null, keepDays: number | null, now: number): number | undefined {
  const days = retentionDays === null ? keepDays : retentionDays || null;
  return days === null ? undefined : now - Math.min(days, MOST_DAYS) * DAY_MS;
}
