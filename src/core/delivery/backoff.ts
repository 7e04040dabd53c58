/** Pauses between the attempts of a delivery, in milliseconds: they grow with each failure, up to the longest. */
export interface Backoff {
  readonly first: number;
  readonly factor: number;
  readonly longest: number;
}

/** The longest pause that a service is granted, in milliseconds, however long it asks to wait. */
const LONGEST_GRANTED = 5 * 60_000;

/** The part by which a pause is made longer or shorter, so that clients do not come back all at once. */
const JITTER = 0.2;

/** Milliseconds to wait after so many failures in a row, at least as long as the service asks for. */
export function pauseAfter(failures: number, { first, factor, longest }: Backoff, retryAfter = 0): number {
  const pause = Math.min(longest, first * factor ** (failures - 1)) * (1 + JITTER * (2 * Math.random() - 1));
  return Math.min(LONGEST_GRANTED, Math.max(retryAfter, pause));
}
