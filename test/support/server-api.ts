import { LOCAL_KEYS, basicAuthorization } from "@svc/core";
import type { RunningServer } from "@svc/server";
import { answerProblem } from "./api-document.ts";

const AUTHORIZATION = basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey);

/** Statuses that the document leaves out: a body that is too large. */
const ANYWHERE = new Set([413]);

/** What answers and the records in them hold. Fields that the tests read are named; which there are is for the document. */
export interface Body extends Record<string, unknown> {
  id: string;
  data: Body[];
  meta: { cursor?: string; totalItems?: number };
  message: string;
  error: Array<{ message: string }>;
}

/** An answer of the service. */
export interface Answered {
  status: number;
  /** The JSON that it holds; undefined without a body. */
  body: Body;
  headers: Headers;
}

/** Calls the API of a service; an answer that the API document does not allow fails the test. */
export type Call = (method: string, path: string, body?: unknown, authorization?: string) => Promise<Answered>;

/** Calls of a service, by default with the local keys. Paths are those behind `/api/public`. */
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
