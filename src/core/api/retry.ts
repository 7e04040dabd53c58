import { parseRetryAfter } from "../delivery/retry-after.ts";

const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 60_000;

/** Calls that may be made twice, so that they are tried again when it is not known whether the first one arrived. */
const IDEMPOTENT: ReadonlySet<string> = new Set(["GET", "PUT", "DELETE"]);

/** Whether a call that was answered so may be answered otherwise the next time. */
export function isWorthRetrying(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Whether a call whose connection broke may be made again. */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.has(method);
}

/**
 * Milliseconds to wait before the next attempt, at most 60,000: what `Retry-After` says (seconds or a date), else until
 * `X-RateLimit-Reset` (seconds since 1970), else 1 s, 2 s, 4 s, … give or take a tenth.
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

/** Waits, unless the signal ends the waiting; then it throws the signal's reason. */
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
