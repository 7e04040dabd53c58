/** Value of a query key. A list is sent as repeated keys. null and undefined are not sent. */
export type QueryValue = string | number | boolean | null | undefined | ReadonlyArray<string | number | boolean>;

/** Options of one call, always the last argument. Contract: "Request placeholder". */
export interface RequestOptions {
  /** Time limit of one attempt in seconds, including the response body. Default: the client's value, else 60. */
  timeoutInSeconds?: number | undefined;
  /**
   * Maximum number of retries after 408, 429, 5xx or a lost connection. After a lost connection only GET, PUT and DELETE
   * are retried. Default: the client's value, else 2.
   */
  maxRetries?: number | undefined;
  /** Signal that ends the call. The call then fails with the signal's reason. */
  abortSignal?: AbortSignal | undefined;
  /** Headers that override those of the client. Names are case-insensitive. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Query keys that override those of the request. */
  queryParams?: Readonly<Record<string, QueryValue>> | undefined;
}
