/** Longest time of a timer; a longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs `work` and returns its result. Rejects when the work takes longer than `limitMs` milliseconds; nothing stops the work
 * then, and its result is ignored.
 */
export async function withinTime<R>(limitMs: number, work: () => R | Promise<R>): Promise<R> {
  if (limitMs > LONGEST_TIMER_MS) return work();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`it took longer than ${limitMs / 1000} s`)), limitMs);
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
