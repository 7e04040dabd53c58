const ISO_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Milliseconds since 1970 of an ISO 8601 date, or date and time; undefined for any other text. Without an offset it is UTC. */
export function parseIsoTime(text: string): number | undefined {
  if (!ISO_TIME.test(text)) return undefined;
  const isLocal = text.includes("T") && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  const milliseconds = Date.parse(isLocal ? `${text}Z` : text);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/** The moment as ISO 8601 text. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
