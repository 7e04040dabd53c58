import { safeSetTimeout } from "@svc/core/internal";

/** Resolves with true when the promise settles, or with false when the time is over first. Keeps the process alive only if asked to. */
export async function within(
  promise: Promise<unknown>,
  timeoutMs: number,
  { keepsAlive = false }: { readonly keepsAlive?: boolean } = {},
): Promise<boolean> {
  const isLate = Promise.withResolvers<false>();
  const timer = (keepsAlive ? setTimeout : safeSetTimeout)(() => isLate.resolve(false), timeoutMs);
  const settled = promise.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, isLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}
