import { joinUrl, type HttpAnswer, type HttpRequest } from "@svc/core/internal";
import { createHttpSender, LateAnswerError, reasonOf } from "@svc/core/internal/http";
import type { Connection } from "../connection.ts";

/** Answer to a score request; the status is 0 when there was no answer. */
export interface ScoreAnswer extends HttpAnswer {
  /** True when no answer came in time. */
  readonly isLate?: boolean;
  /** Time the service asks to wait, in milliseconds. */
  readonly retryAfter?: number | undefined;
}

/** Sender of score batches. */
export interface ScoreSender {
  readonly url: string;
  /** Returns the request for the JSON text of an array of scores. */
  request(body: string): HttpRequest;
  /** Sends a request. Never rejects. */
  send(request: HttpRequest): Promise<ScoreAnswer>;
  /** Keeps the process alive until there are as many calls with false as with true. */
  hold(holding: boolean): void;
  /** Aborts the requests under way. */
  abort(): void;
}

/** Creates a sender to `POST /api/public/scores`. A request may take as long as the connection's timeout. */
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
