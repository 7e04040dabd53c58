/** Scores of one request, as JSON texts, with the number of failed attempts so far. */
export interface ScoreBatch {
  readonly texts: string[];
  bytes: number;
  timeouts: number;
  failures: number;
  readonly settled: PromiseWithResolvers<void>;
}

/** Creates an empty batch. */
export function createBatch(): ScoreBatch {
  return { texts: [], bytes: 0, timeouts: 0, failures: 0, settled: Promise.withResolvers() };
}

/** Returns the body of the request: a JSON array. */
export function bodyOf({ texts }: ScoreBatch): string {
  return `[${texts.join(",")}]`;
}
