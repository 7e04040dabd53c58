/** Pauses between the attempts of a delivery, which grow with each failure, and the number of attempts. */
export interface RetryPolicy {
  readonly firstPauseMs: number;
  /** Number by which each further pause is multiplied. */
  readonly factor: number;
  /** Upper limit of a growing pause. */
  readonly longestPauseMs: number;
  /** Share by which a pause is randomly lengthened or shortened, so that clients do not all come back at once. */
  readonly spread: number;
  /** Random time added to a pause. */
  readonly addedMs?: number;
  /** Upper limit of a pause that the service asks for. */
  readonly longestAskedMs?: number;
  /** True when the pause that the service asks for applies even when it is the shorter one. */
  readonly isAskedPauseExact?: boolean;
  /** Number of attempts after the first. */
  readonly retries: number;
}

const FIVE_MINUTES_MS = 5 * 60_000;

// Each policy is a value of its own: a bundle has those that it uses.

/** Batches of spans while the process lives. The numbers are those of OpenTelemetry's exporters. */
export const SPAN_RETRIES: RetryPolicy = {
  firstPauseMs: 1_000,
  factor: 1.5,
  longestPauseMs: 5_000,
  spread: 0.2,
  retries: Infinity,
};

/** Batches of spans that reach no service during a shutdown. */
export const SHUTDOWN_RETRIES: RetryPolicy = {
  firstPauseMs: 300,
  factor: 1,
  longestPauseMs: 300,
  spread: 0.2,
  retries: Infinity,
};

/** Batches of scores while the process lives, also those of worker threads. */
export const SCORE_RETRIES: RetryPolicy = {
  firstPauseMs: 200,
  factor: 2,
  longestPauseMs: 5_000,
  spread: 0.2,
  retries: Infinity,
};

/** Each of the requests that upload a medium. */
export const MEDIA_RETRIES: RetryPolicy = {
  firstPauseMs: 1_000,
  factor: 2,
  longestPauseMs: 60_000,
  spread: 0,
  addedMs: 1_000,
  retries: 3,
};

/** Every kind of request at the end of the process, until the deadline. */
export const EXIT_RETRIES: RetryPolicy = {
  firstPauseMs: 100,
  factor: 2,
  longestPauseMs: 5_000,
  spread: 0.2,
  longestAskedMs: Infinity,
  retries: Infinity,
};

/** Requests at the end of the process whose connection broke, as those to a service that shuts down do. */
export const BROKEN_EXIT_RETRIES: RetryPolicy = {
  firstPauseMs: 100,
  factor: 2,
  longestPauseMs: 5_000,
  spread: 0.2,
  retries: 2,
};

/** Calls of the API client. */
export const API_RETRIES: RetryPolicy = {
  firstPauseMs: 1_000,
  factor: 2,
  longestPauseMs: 60_000,
  spread: 0.1,
  longestAskedMs: 60_000,
  isAskedPauseExact: true,
  retries: 2,
};

/** Returns the milliseconds to wait after `failures` consecutive failures. `askedMs` is the pause that the service asks for. */
export function pauseAfter(failures: number, policy: RetryPolicy, askedMs?: number): number {
  const { firstPauseMs, factor, longestPauseMs, spread, addedMs = 0, longestAskedMs = FIVE_MINUTES_MS } = policy;
  if (askedMs !== undefined && policy.isAskedPauseExact) return Math.min(longestAskedMs, Math.max(0, askedMs));
  const random = Math.random();
  const grown = Math.min(longestPauseMs, firstPauseMs * factor ** (failures - 1));
  const pause = grown * (1 + spread * (2 * random - 1)) + addedMs * random;
  return Math.max(pause, Math.min(longestAskedMs, askedMs ?? 0));
}

/**
 * Returns the milliseconds that a `Retry-After` header (seconds or a date) asks to wait, never negative. Returns undefined
 * when the header is absent or invalid.
 */
export function parseRetryAfter(header: string | null | undefined): number | undefined {
  if (header == null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const milliseconds = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000;
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

export interface RepeatedRequest<A> {
  /** Makes one attempt. Rejects for an outcome that no retry changes. */
  readonly attempt: () => Promise<A>;
  /** Returns true for an answer after which the same request may succeed later. */
  readonly isTemporary: (answer: A) => boolean;
  /** Returns the pause that an answer asks for. */
  readonly askedMs?: (answer: A) => number | undefined;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Time in which the last attempt begins; absent without a limit. */
  readonly timeoutMs?: number | undefined;
}

/** Makes a request, and makes it again while its failure is temporary and the policy permits. Resolves with the last answer. */
export async function withRetries<A>(policy: RetryPolicy, request: RepeatedRequest<A>): Promise<A> {
  const { attempt, isTemporary, askedMs, wait, timeoutMs = Infinity } = request;
  const latest = performance.now() + timeoutMs;
  for (let failures = 1; ; failures++) {
    const answer = await attempt();
    if (failures > policy.retries || !isTemporary(answer)) return answer;
    const pause = pauseAfter(failures, policy, askedMs?.(answer));
    if (performance.now() + pause > latest) return answer;
    await wait(pause);
  }
}
