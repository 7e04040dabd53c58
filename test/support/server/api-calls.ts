import { LOCAL_KEYS, basicAuthorization } from "@svc/core/internal";
import type { RunningServer } from "@svc/server";
import { answerProblem } from "./api-document.ts";

const AUTHORIZATION = basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey);

/** Statuses that any operation can return and the document omits: a body that is too large. */
const ANYWHERE = new Set([413]);

/** Content of answers and of their records. Names the fields that tests read; the document defines which fields exist. */
export interface Body extends Record<string, unknown> {
  id: string;
  data: Body[];
  meta: { cursor?: string; totalItems?: number };
  message: string;
  error: Array<{ message: string }>;
}

/** Answer of the service. */
export interface Answered {
  status: number;
  /** Parsed JSON body; undefined without a body. */
  body: Body;
  headers: Headers;
}

/** Function that calls the API of a service. An answer that the API document does not allow fails the test. */
export type Call = (method: string, path: string, body?: unknown, authorization?: string) => Promise<Answered>;

/** Returns a function that calls a service, by default with the local keys. Its paths follow `/api/public`. */
export function callsOf(server: () => Pick<RunningServer, "url">, defaultAuthorization: string = AUTHORIZATION): Call {
  return async (method, path, body, authorization = defaultAuthorization) => {
    const whole = `/api/public${path}`;
    const response = await fetch(server().url + whole, {
      method,
      headers: { authorization, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = (text === "" ? undefined : JSON.parse(text)) as Body;
    const problem = ANYWHERE.has(response.status) ? undefined : answerProblem(method, whole, response.status, answer);
    if (problem) throw new Error(`${problem}\n${text.slice(0, 2_000)}`);
    return { status: response.status, body: answer, headers: response.headers };
  };
}
