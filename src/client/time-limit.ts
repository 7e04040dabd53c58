/** Longest time of a timer, in milliseconds; a longer timer would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Runs `work`. Rejects when it takes longer than `limit` milliseconds; the work goes on then, and its result is ignored. */
export async function withinTime<R>(limit: number, work: () => R | Promise<R>): Promise<R> {
  if (limit > LONGEST_TIMER) return work();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`it took longer than ${limit / 1000} s`)), limit);
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
