/** Counts of scores since the client's creation. */
export interface ScoreReport {
  readonly delivered: number;
  /** Scores the service found invalid; the log has its reasons. */
  readonly rejected: number;
  /** Scores that could not be delivered, or whose requests had no answer; the log tells these apart, with the reasons. */
  readonly lost: number;
  readonly waiting: number;
}
