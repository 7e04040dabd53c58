/** The longest a timer can be set to, in milliseconds; beyond, it would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Runs something that may take so long, in milliseconds; rejects when it takes longer. It goes on then, unheeded. */
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
