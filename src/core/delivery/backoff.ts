/** Pauses between the attempts of a delivery, in milliseconds. They grow with each failure, up to `longest`. */
export interface Backoff {
  readonly first: number;
  readonly factor: number;
  readonly longest: number;
}

/** Upper limit of a pause in milliseconds, even when the service asks for a longer one. */
const LONGEST_GRANTED = 5 * 60_000;

/** Share by which a pause is randomly lengthened or shortened, so that clients do not all come back at once. */
const JITTER = 0.2;

/** Returns the milliseconds to wait after `failures` consecutive failures: at least `retryAfter`, at most 5 minutes. */
export function pauseAfter(failures: number, { first, factor, longest }: Backoff, retryAfter = 0): number {
  const pause = Math.min(longest, first * factor ** (failures - 1)) * (1 + JITTER * (2 * Math.random() - 1));
  return Math.min(LONGEST_GRANTED, Math.max(retryAfter, pause));
}
