import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { EncodedJson } from "../../http/encoded-json.ts";

/** Answer with a status other than 200. */
export class Answer<Content> {
  readonly status: ContentfulStatusCode | 204;
  /** Value of the JSON body; undefined for status 204, which has no body. */
  readonly content: Content | undefined;

  constructor(status: ContentfulStatusCode | 204, content?: Content) {
    this.status = status;
    this.content = content;
  }
}

/** Result of a handler: the value of the JSON body, with or without a status, JSON text, or the whole response. */
export type Result<Content> = Content | Answer<Content> | EncodedJson | Response;

/** Makes the response of what a handler gave. `hold` is called with the bytes of its body first, and may throw. */
export function respond(context: Context, result: unknown, hold: (bytes: number) => void): Response {
  if (result instanceof Response) return result;
  const { status, content }: Answer<unknown> = result instanceof Answer ? result : new Answer(200, result);
  if (status === 204) return context.body(null, status);
  const body = content instanceof EncodedJson ? content.bytes : JSON.stringify(content);
  hold(Buffer.byteLength(body));
  return context.body(body, status, { "Content-Type": "application/json" });
}
