/** What is delivered, for the line that says what was lost. */
export type Cargo = "span" | "score" | "media";

/** One HTTP request. */
export interface HttpRequest {
  readonly method: "POST" | "PUT" | "PATCH";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What came of a request. */
export interface HttpAnswer {
  /** 0 when there was no answer. */
  readonly status: number;
  /** Beginning of the body, at most 64 KiB. */
  readonly body: Uint8Array;
  /** Why there was no answer. */
  readonly error?: string;
}

/** A delivery of one request, which carries so many of something. Plain data: it can be sent from thread to thread. */
export interface Delivery {
  readonly cargo: Cargo;
  readonly count: number;
  readonly request: HttpRequest;
}

/** Something that was not delivered, and why. */
export interface Loss {
  readonly cargo: Cargo;
  readonly count: number;
  readonly reason: string;
}

/**
 * The requests of one delivery, one after another, each yielded to whoever can make it: a background task while the
 * process lives, a thread when it ends. Returns what was lost, and does not throw.
 */
export type DeliverySteps = Generator<HttpRequest, Loss[], HttpAnswer>;

/** The steps of a delivery that is one request: lost unless the answer is a success. */
export function* stepsOf({ request, cargo, count }: Delivery): DeliverySteps {
  const answer = yield request;
  return isSuccess(answer) ? [] : [{ cargo, count, reason: `${request.url} ${describeFailure(answer)}` }];
}

const PLURALS: Readonly<Record<Cargo, string>> = { span: "spans", score: "scores", media: "media" };

/** How much was lost, in words. */
export function amountLost(cargo: Cargo, count: number): string {
  return `${count} ${count === 1 ? `${cargo} was` : `${PLURALS[cargo]} were`} lost`;
}

/** Whether the answer is one of the 2xx. */
export function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300;
}

/** What follows the address in a message about a request that failed. */
export function describeFailure({ status, body, error }: HttpAnswer): string {
  if (status === 0) return `could not be reached (${error}). Is the service running there?`;
  const hint = status === 401 || status === 403 ? "; check SVC_PUBLIC_KEY, SVC_SECRET_KEY and SVC_BASE_URL" : "";
  const text = Buffer.from(body).toString("utf8", 0, 800).slice(0, 200);
  return `refused with status ${status}${hint}${text === "" ? "" : `: ${text}`}`;
}
