import { isFields, type Fields } from "@svc/core/internal";
import { addMiddleware, type Middleware } from "../client-middleware.ts";
import { COUNT_HEADERS } from "./token-counts.ts";

/** Result of a request in the SDK's chain of middleware. */
interface Result {
  readonly output?: unknown;
  readonly response?: unknown;
}

/** Headers of answers, by the object that the application gets: the SDK drops the headers with token counts. */
const headers = new WeakMap<object, Fields>();

/** Has a client keep the headers with token counts. */
export function watchHeaders(client: unknown): void {
  addMiddleware(client, keepHeaders);
}

/** Returns the headers of an answer; undefined when they have no token counts. */
export function headersOf(answer: unknown): Fields | undefined {
  return isFields(answer) ? headers.get(answer) : undefined;
}

const keepHeaders: Middleware<Result> = (next) => (args) =>
  next(args).then((result) => {
    keep(result);
    return result;
  });

function keep({ output, response }: Result): void {
  if (!isFields(output) || !isFields(response)) return;
  // Every answer with token counts has this one.
  if (isFields(response.headers) && COUNT_HEADERS.inputTokenCount in response.headers)
    headers.set(output, response.headers);
}
