import { joinUrl, type HttpAnswer, type HttpRequest } from "@svc/core";
import { createHttpSender, LateAnswerError, reasonOf } from "@svc/core/http";
import type { Connection } from "../connection.ts";

/** What became of a request; the status is 0 when there was no answer. */
export interface ScoreAnswer extends HttpAnswer {
  /** No answer came in time. */
  readonly isLate?: boolean;
  /** Milliseconds the service asks to wait. */
  readonly retryAfter?: number | undefined;
}

/** Sends batches of scores. */
export interface ScoreSender {
  readonly url: string;
  /** The request that brings the JSON text of an array of scores. */
  request(body: string): HttpRequest;
  /** Never rejects. */
  send(request: HttpRequest): Promise<ScoreAnswer>;
  /** Keeps the process alive until it is called with false as often as with true. */
  hold(holding: boolean): void;
  /** Breaks off what is under way. */
  abort(): void;
}

/** A sender to `POST /api/public/scores`; a request may take as long as the connection's timeout says. */
export function createScoreSender({ baseUrl, headers, timeout }: Connection): ScoreSender {
  const url = joinUrl(baseUrl, "/api/public/scores");
  const http = createHttpSender();
  return {
    url,
    request: (body) => ({
      method: "POST",
      url,
      headers: { ...headers, "content-type": "application/json" },
      body: Buffer.from(body, "utf8"),
    }),
    async send(request) {
      try {
        return await http.send(request, timeout * 1000);
      } catch (error) {
        return { status: 0, body: Buffer.alloc(0), error: reasonOf(error), isLate: error instanceof LateAnswerError };
      }
    },
    hold: (holding) => http.hold(holding),
    abort: () => http.close(),
  };
}
