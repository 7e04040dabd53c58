import { API_RETRIES, withRetries } from "../delivery/retry.ts";
import { hideCredentials, rememberSecret } from "../logging/hide-credentials.ts";
import { printable } from "../logging/printable.ts";
import { platformProblem } from "#platform/features";
import { serviceFetch } from "#platform/service-fetch";
import type { ServiceRequestInit } from "../delivery/service-request.ts";
import { basicAuthorization, joinUrl, mergeHeaders, sdkHeaders, SvcHeaders } from "../names/headers.ts";
import { exactInteger } from "../values/exact-json.ts";
import type { RawResponse, WithRawResponse } from "./api-promise.ts";
import { firstCharacters, statusError, SvcAPIConnectionError, SvcAPIError, SvcAPITimeoutError } from "./errors.ts";
import type { QueryValue, RequestOptions } from "./request-options.ts";
import { askedPause, isIdempotent, isWorthRetrying, waitUnlessAborted } from "./api-retry-conditions.ts";

/** Options of `SvcAPIClient`. Only `baseUrl` is required. */
export interface SvcAPIClientOptions {
  /** Address of the service, such as `http://localhost:3000`. A path in the address is kept. */
  baseUrl: string;
  /** Public key. The authorization header is sent only when both keys are given. */
  username?: string | undefined;
  /** Secret key. */
  password?: string | undefined;
  /** Headers of every call, which override those of the SDK. Names are case-insensitive. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Time limit of one attempt in seconds, including the response body. Default: 60. */
  timeoutInSeconds?: number | undefined;
  /**
   * Maximum number of retries after 408, 429, 5xx or a lost connection. After a lost connection only GET, PUT and DELETE
   * are retried. Default: 2.
   */
  maxRetries?: number | undefined;
  /**
   * Function that makes the requests. Default: the runtime's `fetch`, or Node's HTTP client when a proxy or certificates
   * are set.
   */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * Function that parses the JSON of an answer. Default: `JSON.parse`, which rounds whole numbers above 2^53 and decimals of more than
   * 17 digits.
   */
  parseJson?: ((text: string) => unknown) | undefined;
}

/** API call, as the methods of the groups pass it to the transport. */
export interface Call {
  readonly method: string;
  /** Path segments after `/api/public`, not yet encoded. */
  readonly path: ReadonlyArray<string | number>;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** True when a successful call has no result, even when the response has a body. */
  readonly isForNothing?: boolean;
}

interface Attempt {
  readonly name: string;
  readonly url: string;
  readonly init: ServiceRequestInit & Pick<RequestInit, "body">;
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
}

/** Response and its whole body. */
interface FetchedText {
  readonly response: Response;
  readonly text: string;
}

const PREFIX = "/api/public";
const TIMEOUT = 60;
/** Longest delay of a timer, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Sender of API calls over `fetch`, with credentials, a time limit and retries. */
export class Transport {
  readonly #options: SvcAPIClientOptions;

  constructor(options: SvcAPIClientOptions) {
    this.#options = options;
    if (options.password) rememberSecret(options.password);
  }

  /** Sends a call. Rejects with a {@link SvcAPIError}, or with the reason of `abortSignal`. */
  async send<T>(call: Call, options: RequestOptions = {}): Promise<WithRawResponse<T>> {
    const problem = platformProblem();
    if (problem !== undefined) throw new SvcAPIError(problem);
    const attempt = this.#attemptOf(call, options);
    const retries = options.maxRetries ?? this.#options.maxRetries ?? API_RETRIES.retries;
    const outcome = await withRetries<FetchedText | SvcAPIConnectionError>(
      { ...API_RETRIES, retries: atLeastZero("maxRetries", retries) },
      {
        attempt: () => this.#fetch(attempt).catch(connectionError),
        isTemporary: (answer) =>
          answer instanceof SvcAPIConnectionError ? isIdempotent(call.method) : isWorthRetrying(answer.response.status),
        askedMs: (answer) =>
          answer instanceof SvcAPIConnectionError ? undefined : askedPause(answer.response.headers),
        wait: (milliseconds) => waitUnlessAborted(milliseconds, attempt.signal),
      },
    );
    if (outcome instanceof SvcAPIConnectionError) throw outcome;
    const { response, text } = outcome;
    if (!response.ok) throw statusError(attempt.name, response, text);
    return { data: resultOf(call, attempt.name, response, text, this.#options.parseJson) as T, rawResponse: response };
  }

  #attemptOf(call: Call, options: RequestOptions): Attempt {
    const { baseUrl, username, password } = this.#options;
    const seconds = options.timeoutInSeconds ?? this.#options.timeoutInSeconds ?? TIMEOUT;
    const path = requestPath(call);
    if (!URL.canParse(baseUrl)) throw new SvcAPIError(`${call.method} ${path}: baseUrl is not an absolute address`);
    const url = joinUrl(baseUrl, path);
    const name = `${call.method} ${url}`;
    const body = jsonBody(name, call.body);
    const headers = mergeHeaders(
      sdkHeaders(username),
      { accept: "application/json", ...(body !== undefined && { "content-type": "application/json" }) },
      username && password ? { [SvcHeaders.AUTHORIZATION]: basicAuthorization(username, password) } : undefined,
      this.#options.headers,
      options.headers,
    );
    return {
      name,
      url: url + queryOf({ ...call.query, ...options.queryParams }),
      init: { method: call.method, headers: headersOf(name, headers), ...(body !== undefined && { body }) },
      timeout: aboveZero("timeoutInSeconds", seconds),
      signal: options.abortSignal,
    };
  }

  /** Makes one attempt and reads the whole response body. */
  async #fetch({ name, url, init, timeout, signal }: Attempt): Promise<FetchedText> {
    signal?.throwIfAborted();
    const controller = new AbortController();
    const abort = (): void => controller.abort(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    const tooLong = (): void => controller.abort(new SvcAPITimeoutError(`${name} took longer than ${timeout} s`));
    const timer = setTimeout(tooLong, Math.min(timeout * 1_000, LONGEST_TIMER));
    try {
      const response = await (this.#options.fetch ?? serviceFetch)(url, { ...init, signal: controller.signal });
      return { response, text: await response.text() };
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason;
      throw new SvcAPIConnectionError(`${name} failed: ${causeOf(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }
}

/** Returns the error of a lost connection. Throws any other error. */
function connectionError(error: unknown): SvcAPIConnectionError {
  if (error instanceof SvcAPIConnectionError) return error;
  throw error;
}

function resultOf(
  call: Call,
  name: string,
  rawResponse: RawResponse,
  text: string,
  parseJson: (text: string) => unknown = JSON.parse,
): unknown {
  const { status: statusCode, headers } = rawResponse;
  const isEmpty = text === "" && (call.isForNothing || statusCode === 204);
  try {
    const result: unknown = isEmpty ? {} : parseJson(text);
    return call.isForNothing ? undefined : result;
  } catch {
    const body = hideCredentials(text);
    const type = headers.get("content-type") ?? "no content type";
    const shown =
      text === "" ? "an empty body" : `something that is not JSON (${type}): ${printable(firstCharacters(body))}`;
    throw new SvcAPIError(`${name} was answered ${statusCode} with ${shown}`, { statusCode, body, rawResponse });
  }
}

/** Returns the path with encoded segments. Throws for a segment that an address would lose or change, such as `..`. */
function requestPath({ method, path }: Call): string {
  for (const part of path) {
    const isText = typeof part === "number" || (typeof part === "string" && part.isWellFormed());
    if (isText && !/^\.{0,2}$/.test(String(part))) continue;
    throw new SvcAPIError(`${method} ${PREFIX}/${path.join("/")}: ${JSON.stringify(part)} cannot be a part of a path`);
  }
  return `${PREFIX}/${path.map(encodeURIComponent).join("/")}`;
}

function queryOf(values: Readonly<Record<string, QueryValue>>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one != null) query.append(key, String(one));
  }
  return query.size === 0 ? "" : `?${query.toString()}`;
}

function jsonBody(name: string, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  try {
    return JSON.stringify(body);
  } catch {
    return jsonWithBigints(name, body);
  }
}

function jsonWithBigints(name: string, body: unknown): string {
  try {
    return JSON.stringify(body, (_key, value: unknown) =>
      typeof value === "bigint" ? (exactInteger(value) ?? value) : value,
    );
  } catch (error) {
    throw new SvcAPIError(`${name}: the request cannot be written as JSON: ${causeOf(error)}`, { cause: error });
  }
}

/**
 * Builds the headers one by one, so that an error names only the header. The error of `fetch` for an invalid header
 * contains the header's value, which may be a secret.
 */
function headersOf(name: string, values: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [header, value] of Object.entries(values)) {
    try {
      headers.set(header, value);
    } catch {
      throw new SvcAPIError(`${name}: the header ${JSON.stringify(header)} has a name or a value that cannot be sent`);
    }
  }
  return headers;
}

function aboveZero(name: string, value: number): number {
  if (value > 0) return value;
  throw new SvcAPIError(`${name} is ${value}, but has to be a number of seconds above 0`);
}

function atLeastZero(name: string, value: number): number {
  if (value >= 0) return value;
  throw new SvcAPIError(`${name} is ${value}, but has to be 0 or more`);
}

/** Returns the reason of a failed `fetch`. The error says only that the request failed; its cause says why. */
function causeOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } };
  return cause?.message || cause?.code || message || String(error);
}
