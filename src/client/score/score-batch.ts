/** Scores of one request, as JSON texts, with the number of failed attempts so far. */
export interface ScoreBatch {
  readonly texts: string[];
  bytes: number;
  timeouts: number;
  failures: number;
  /** True when a request with the scores was sent, and the service may have taken it, although its answer did not come. */
  mayHaveArrived: boolean;
  readonly settled: PromiseWithResolvers<void>;
}

export function createBatch(): ScoreBatch {
  return { texts: [], bytes: 0, timeouts: 0, failures: 0, mayHaveArrived: false, settled: Promise.withResolvers() };
}

/** Returns the body of the request: a JSON array. */
export function bodyOf({ texts }: ScoreBatch): string {
  return `[${texts.join(",")}]`;
}
