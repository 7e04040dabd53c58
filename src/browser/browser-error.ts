/** Details of a failure. */
interface Failure {
  readonly status?: number;
  readonly response?: unknown;
  readonly cause?: unknown;
}

/** Why a score did not reach the service. Contract: "Errors", browser client. */
export class SvcBrowserError extends Error {
  override readonly name = "SvcBrowserError";
  /** HTTP status of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** Body of the answer: an object when it is JSON, else its text. */
  readonly response: unknown;

  constructor(message: string, { status, response, cause }: Failure = {}) {
    super(message, { cause });
    this.status = status;
    this.response = response;
  }

  /** The error beneath, such as the one `fetch` rejected with. */
  get originalError(): unknown {
    return this.cause;
  }
}
