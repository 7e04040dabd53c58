import { parseRetryAfter } from "../delivery/retry-after.ts";

const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 60_000;

/** Methods that are safe to repeat. Their calls are retried even when the first attempt may have arrived. */
const IDEMPOTENT: ReadonlySet<string> = new Set(["GET", "PUT", "DELETE"]);

/** Returns true for a status that another attempt may change: 408, 429, and 500 or above. */
export function isWorthRetrying(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Returns true when a call with this method may be repeated after its connection broke. */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.has(method);
}

/**
 * Returns the milliseconds to wait before the next attempt, from 0 to 60,000. The first of these applies: `Retry-After`
 * (seconds or a date), `X-RateLimit-Reset` (seconds since 1970), else 1 s, 2 s, 4 s, … plus or minus 10 %.
 */
export function retryDelay(attempt: number, headers?: Headers): number {
  const asked = parseRetryAfter(headers?.get("retry-after")) ?? untilReset(headers?.get("x-ratelimit-reset"));
  const delay = asked ?? FIRST_DELAY * 2 ** attempt * (0.9 + Math.random() * 0.2);
  return Math.min(Math.max(delay, 0), LONGEST_DELAY);
}

function untilReset(value: string | null | undefined): number | undefined {
  if (value == null || value.trim() === "") return undefined;
  const milliseconds = Number(value) * 1_000 - Date.now();
  return Number.isFinite(milliseconds) ? milliseconds : undefined;
}

/** Waits for the given milliseconds. Rejects with the signal's reason as soon as the signal aborts. */
export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the caller chose the reason
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
