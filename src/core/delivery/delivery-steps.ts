import { readRejections } from "./rejections.ts";

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
  /** Address that a redirect names, without its query. */
  readonly location?: string | undefined;
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
export function* stepsOf(delivery: Delivery): DeliverySteps {
  return lossesOf(delivery, yield delivery.request);
}

/** What is lost of a delivery of one request that was answered so. */
export function lossesOf({ request, cargo, count }: Delivery, answer: HttpAnswer): Loss[] {
  if (!isSuccess(answer)) return [{ cargo, count, reason: `${request.url} ${describeFailure(answer)}` }];
  if (answer.status !== PARTLY_TAKEN) return [];
  const { rejected, errors } = readRejections(answer.body);
  return rejected > 0 ? [{ cargo, count: rejected, reason: `${request.url} rejected them: ${errors}` }] : [];
}

const PARTLY_TAKEN = 207;

const PLURALS: Readonly<Record<Cargo, string>> = { span: "spans", score: "scores", media: "media" };

/** How much was lost, in words. */
export function amountLost(cargo: Cargo, count: number): string {
  return `${count} ${count === 1 ? `${cargo} was` : `${PLURALS[cargo]} were`} lost`;
}

/** A loss, and why, in words. */
export function describeLoss({ cargo, count, reason }: Loss): string {
  return `${amountLost(cargo, count)}: ${reason}`;
}

/** Whether the answer is one of the 2xx, and from the service. */
export function isSuccess(answer: HttpAnswer): boolean {
  return answer.status >= 200 && answer.status < 300 && !isMisdirected(answer);
}

/**
 * Whether the request did not get to the service: a redirect, a proxy that wants credentials, or a web page in place of an
 * answer, such as the login page of a proxy. It may get there later.
 */
export function isMisdirected({ status, body }: HttpAnswer): boolean {
  if ((status >= 300 && status < 400) || status === WANTS_PROXY_LOGIN) return true;
  return status >= 200 && status < 300 && WEB_PAGE.test(beginningOf(body, 100));
}

const WANTS_PROXY_LOGIN = 407;
const WEB_PAGE = /^\s*<(!doctype html|!--|html|head|body|meta|script|title)\b/i;
const PAGE_TITLE = /<title>([^<]*)/i;

/** What follows the address in a message about a request that failed. */
export function describeFailure(answer: HttpAnswer): string {
  const { status, body, error } = answer;
  if (status === 0) return `could not be reached (${error}). Is the service running there?`;
  if (isMisdirected(answer)) return describeMisdirection(answer);
  const hint = status === 401 || status === 403 ? "; check SVC_PUBLIC_KEY, SVC_SECRET_KEY and SVC_BASE_URL" : "";
  const text = beginningOf(body, 800).slice(0, 200);
  return `refused with status ${status}${hint}${text === "" ? "" : `: ${text}`}`;
}

/** The same for a request that will be made again. */
export function describeSetback(answer: HttpAnswer): string {
  if (answer.status === 0) return `could not be reached (${answer.error})`;
  return isMisdirected(answer) ? describeMisdirection(answer) : `answered with status ${answer.status}`;
}

function describeMisdirection({ status, body, location }: HttpAnswer): string {
  if (status === WANTS_PROXY_LOGIN) {
    return `is behind a proxy that wants a user and a password (status ${status}): put them in HTTP_PROXY or HTTPS_PROXY`;
  }
  const title = PAGE_TITLE.exec(beginningOf(body, 4_000))?.[1]?.trim().replaceAll(/\s+/g, " ").slice(0, 100);
  const page = `answered with a web page${title ? `, ${JSON.stringify(title)}` : ""}`;
  const what = status < 300 ? page : `redirects${location === undefined ? "" : ` to ${location}`}`;
  return `${what} (status ${status}): check SVC_BASE_URL, and whether a proxy on the way asks for a login`;
}

/** Where a redirect leads, for messages: its query may hold secrets. */
export function locationOf(header: string | undefined, url: string): string | undefined {
  if (header === undefined || !URL.canParse(header, url)) return undefined;
  const { origin, pathname } = new URL(header, url);
  return origin + pathname;
}

function beginningOf(body: Uint8Array, bytes: number): string {
  return Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, bytes)).toString("utf8");
}
