import { joinUrl, utf8, type HttpAnswer, type HttpRequest } from "@svc/core/internal";
import { createHttpSender } from "@svc/core/internal/http";
import type { Connection } from "../connection.ts";

export interface ScoreSender {
  readonly url: string;
  /** Returns the request for the JSON text of an array of scores. */
  request(body: string): HttpRequest;
  /** Sends a request. Never rejects. Calls `onSent` once the service may have the whole request. */
  send(request: HttpRequest, onSent: () => void): Promise<HttpAnswer>;
  /** Keeps the process alive until there are as many calls with false as with true. */
  hold(holding: boolean): void;
  /** Aborts the requests under way. */
  abort(): void;
}

/** Creates a sender to `POST /api/public/scores`. A request may take as long as the connection's timeout. */
export function createScoreSender({ baseUrl, headers, timeoutMs }: Connection): ScoreSender {
  const url = joinUrl(baseUrl, "/api/public/scores");
  const http = createHttpSender();
  return {
    url,
    request: (body) => ({
      method: "POST",
      url,
      headers: { ...headers, "content-type": "application/json" },
      body: utf8(body),
    }),
    send: (request, onSent) => http.send(request, timeoutMs, onSent),
    hold: (holding) => http.hold(holding),
    abort: () => http.close(),
  };
}
