/** A value of a query key. A list is sent as repeated keys; what is null or undefined is not sent. */
export type QueryValue = string | number | boolean | null | undefined | ReadonlyArray<string | number | boolean>;

/** How one call is made; always the last argument. Contract: "Request placeholder". */
export interface RequestOptions {
  /** Seconds one attempt may take, the answer's body included. Default: 60, or what the client says. */
  timeoutInSeconds?: number | undefined;
  /** How often a call is tried again after 408, 429, 5xx or a lost connection. Default: 2, or what the client says. */
  maxRetries?: number | undefined;
  /** Ends the call; it then fails with the signal's reason. */
  abortSignal?: AbortSignal | undefined;
  /** Headers over those of the client; names are compared without regard to case. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Query keys over those of the request. */
  queryParams?: Readonly<Record<string, QueryValue>> | undefined;
}
