import { DEFAULT_BASE_URL, SVC_SDK_NAME, SVC_SDK_VERSION, SvcHeaders } from "@svc/core/internal";
import { SvcBrowserError } from "./browser-error.ts";
import { scoreProblem, type SvcBrowserScoreBody, type SvcBrowserScoreResult } from "./score.ts";
import { isOffline, online, post } from "./sending.ts";

/** Header names that the application cannot set: they identify the sender or describe the body. */
const RESERVED = /^(?:authorization|content-type|x-svc-.*)$/i;

/** Options of `SvcBrowserClient`. Only `publicKey` is required. */
export interface SvcBrowserClientOptions {
  /** Public key of the project, `pk-…`. The secret key must never be in a page. */
  readonly publicKey: string;
  /** Address of the service. Default: `http://localhost:3000`, the local service. */
  readonly baseUrl?: string;
  /** Environment of every score that does not set its own. */
  readonly environment?: string;
  /** Headers of every score. `authorization`, `content-type` and `x-svc-…` are left out, in any letter case. */
  readonly additionalHeaders?: Readonly<Record<string, string>>;
  /** Function to use instead of the global `fetch`, called without `this`. */
  readonly fetch?: typeof globalThis.fetch;
  /** True when a score that finds the browser offline waits until it is online again. Default: false, the score fails. */
  readonly retryWhenOnline?: boolean;
}

/**
 * Client that sends scores from a web page only with the public key. The public key permits nothing but scores.
 * Contract: "Score sending behaviour" 5.
 */
export class SvcBrowserClient {
  readonly #url: string;
  readonly #environment: string | undefined;
  readonly #headers: Record<string, string>;
  readonly #fetch: typeof globalThis.fetch;
  readonly #retryWhenOnline: boolean;

  /** Throws a `SvcBrowserError` when the public key is missing, or when the runtime has no `fetch` and none is given. */
  constructor(options: SvcBrowserClientOptions) {
    const { publicKey, baseUrl = DEFAULT_BASE_URL, environment, additionalHeaders = {}, fetch } = options;
    if (!publicKey) throw new SvcBrowserError("SvcBrowserClient needs the project's publicKey");
    // A page may replace the global `fetch` later. The function must be called as a method of the global object.
    this.#fetch = fetch ?? ((...request) => globalThis.fetch(...request));
    if (!fetch && !globalThis.fetch) throw new SvcBrowserError("There is no fetch here: give SvcBrowserClient one");
    this.#url = `${baseUrl.replace(/\/+$/, "")}/api/public/scores`;
    this.#environment = environment;
    this.#retryWhenOnline = options.retryWhenOnline ?? false;
    this.#headers = {
      ...Object.fromEntries(Object.entries(additionalHeaders).filter(([name]) => !RESERVED.test(name))),
      [SvcHeaders.AUTHORIZATION]: `Bearer ${publicKey}`,
      "content-type": "application/json",
      [SvcHeaders.PUBLIC_KEY]: publicKey,
      [SvcHeaders.SDK_NAME]: SVC_SDK_NAME,
      [SvcHeaders.SDK_VERSION]: SVC_SDK_VERSION,
      [SvcHeaders.SDK_INTEGRATION]: "browser",
    };
  }

  /**
   * Sends a score with the current time as its timestamp. The request continues when the page closes, within the browser's
   * limit for such requests.
   * Rejects with a `SvcBrowserError`: before sending when the score has no name or no usable value, without a status when
   * the service cannot be reached, with status and response when the service refuses the score.
   */
  async score(body: SvcBrowserScoreBody): Promise<SvcBrowserScoreResult> {
    const problem = scoreProblem(body);
    if (problem) throw new SvcBrowserError(problem);
    const answer = await this.#post(this.#serialize(body));
    const { status } = answer;
    const response = await readBody(answer);
    const { id } = (response ?? {}) as { id?: unknown };
    if (answer.ok && typeof id === "string") return { id };
    throw new SvcBrowserError(`${this.#url} answered ${status}: ${reasonIn(response)}`, { status, response });
  }

  #serialize(body: SvcBrowserScoreBody): string {
    const sent = { ...body, id: body.id ?? newId(), environment: body.environment ?? this.#environment };
    try {
      return JSON.stringify({ ...sent, timestamp: new Date() });
    } catch (cause) {
      throw new SvcBrowserError(`The score "${body.name}" cannot be written as JSON`, { cause });
    }
  }

  async #post(body: string): Promise<Response> {
    for (;;) {
      const wasOffline = isOffline();
      try {
        return await post(this.#fetch, this.#url, this.#headers, body);
      } catch (cause) {
        if (!this.#retryWhenOnline || !(wasOffline || isOffline())) {
          throw new SvcBrowserError(`${this.#url} cannot be reached`, { cause });
        }
      }
      // The network may be back by the time the request has failed.
      if (isOffline()) await online();
    }
  }
}

/** Returns the service's reason for a refusal: its message, and the first issue if the response names one. */
function reasonIn(response: unknown): string {
  const { message, error } = (response ?? {}) as { message?: unknown; error?: unknown };
  if (typeof message !== "string") return "not what the service answers to a score";
  const issue = Array.isArray(error) ? (error[0] as { message?: unknown } | undefined)?.message : undefined;
  return typeof issue === "string" ? `${message}: ${issue}` : message;
}

async function readBody(answer: Response): Promise<unknown> {
  const text = await answer.text().catch(() => "");
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns a random UUID. Pages that are not served over HTTPS have no `crypto.randomUUID`. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
