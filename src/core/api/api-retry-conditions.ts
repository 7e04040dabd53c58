import { parseRetryAfter } from "../delivery/retry.ts";

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

/** Returns the milliseconds that `Retry-After` (seconds or a date) or else `X-RateLimit-Reset` (seconds since 1970) asks to wait. */
export function askedPause(headers: Headers): number | undefined {
  return parseRetryAfter(headers.get("retry-after")) ?? untilReset(headers.get("x-ratelimit-reset"));
}

function untilReset(value: string | null): number | undefined {
  if (value === null || value.trim() === "") return undefined;
  const milliseconds = Number(value) * 1_000 - Date.now();
  return Number.isFinite(milliseconds) ? milliseconds : undefined;
}

/** Waits for the given milliseconds. Rejects with the signal's reason as soon as the signal aborts. */
export async function waitUnlessAborted(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
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
