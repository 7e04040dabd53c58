/** Scores that go in one request, as JSON texts, and how that went so far. */
export interface ScoreBatch {
  readonly texts: string[];
  bytes: number;
  timeouts: number;
  failures: number;
  readonly settled: PromiseWithResolvers<void>;
}

/** Makes a batch without scores. */
export function createBatch(): ScoreBatch {
  return { texts: [], bytes: 0, timeouts: 0, failures: 0, settled: Promise.withResolvers() };
}

/** The body of the request: a JSON array. */
export function bodyOf({ texts }: ScoreBatch): string {
  return `[${texts.join(",")}]`;
}
