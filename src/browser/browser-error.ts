interface Failure {
  readonly status?: number;
  readonly response?: unknown;
  readonly cause?: unknown;
}

/** Error of a score that was not sent or that the service did not accept. Contract: "Errors", browser client. */
export class SvcBrowserError extends Error {
  override readonly name = "SvcBrowserError";
  /** HTTP status of the response; undefined when no response came. */
  readonly status: number | undefined;
  /** Body of the response: an object when the body is JSON, else text. */
  readonly response: unknown;

  constructor(message: string, { status, response, cause }: Failure = {}) {
    super(message, { cause });
    this.status = status;
    this.response = response;
  }

  /** Underlying error, such as the one `fetch` rejected with. */
  get originalError(): unknown {
    return this.cause;
  }
}
