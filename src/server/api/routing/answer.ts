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

/** Makes the response of what a handler gave. */
export function respond(context: Context, result: unknown): Response {
  if (result instanceof Response) return result;
  if (result instanceof EncodedJson) return context.body(result.bytes, 200, { "Content-Type": "application/json" });
  if (!(result instanceof Answer)) return context.json(result);
  const { status, content }: Answer<unknown> = result;
  return status === 204 ? context.body(null, status) : context.json(content, status);
}
