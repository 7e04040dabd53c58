export interface KeepLimits {
  /** Days for projects without a retention of their own; null for ever. */
  keepDays: number | null;
  /**
   * Maximum bytes of the database and the contents of media. Above it, the observations that arrived first in the project with the most
   * bytes are removed. Null for no limit.
   */
  maxBytes: number | null;
}

/** Default limits: 30 days, 4 GiB. */
export const DEFAULT_LIMITS: { readonly keepDays: number; readonly maxBytes: number } = {
  keepDays: 30,
  maxBytes: 4 * 1024 ** 3,
};

/** Returns the limits for options of a user: 0 stands for no limit, undefined for the default. */
export function keepLimits(options: { keepDays?: number | undefined; maxBytes?: number | undefined }): KeepLimits {
  const { keepDays = DEFAULT_LIMITS.keepDays, maxBytes = DEFAULT_LIMITS.maxBytes } = options;
  return { keepDays: keepDays || null, maxBytes: maxBytes || null };
}
