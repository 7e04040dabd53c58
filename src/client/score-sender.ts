import { joinUrl, networkError, parseRetryAfter, withoutTracing } from "@svc/core";
import type { Connection } from "./connection.ts";

/** What became of a request. */
export interface ScoreAnswer {
  /** 0 when there was no answer. */
  readonly status: number;
  /** The body of the answer, or why there was none. */
  readonly text: string;
  /** No answer came in time. */
  readonly isTimeout?: boolean;
  /** Milliseconds the service asks to wait. */
  readonly retryAfter?: number | undefined;
}

/** Sends batches of scores. */
export interface ScoreSender {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sends a JSON array of scores. Never rejects. */
  send(body: string): Promise<ScoreAnswer>;
  /** Breaks off what is under way. */
  abort(): void;
}

/** A sender to `POST /api/public/scores`; a request may take as long as the connection's timeout says. */
export function createScoreSender({ baseUrl, headers, timeout }: Connection): ScoreSender {
  const url = joinUrl(baseUrl, "/api/public/scores");
  const allHeaders = { ...headers, "content-type": "application/json" };
  const underWay = new Set<AbortController>();

  async function send(body: string): Promise<ScoreAnswer> {
    const controller = new AbortController();
    const noAnswer = { isTimeout: true, status: 0, text: `no answer within ${timeout} s` };
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      controller.abort();
    }, timeout * 1000);
    underWay.add(controller);
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: allHeaders,
        body,
        signal: controller.signal,
        redirect: "manual",
      });
      const text = await response.text();
      return { status: response.status, text, retryAfter: parseRetryAfter(response.headers.get("retry-after")) };
    } catch (error) {
      return isLate ? noAnswer : { status: 0, text: networkError(error) };
    } finally {
      clearTimeout(late);
      underWay.delete(controller);
    }
  }

  return {
    url,
    headers: allHeaders,
    send: (body) => withoutTracing(() => send(body)),
    abort() {
      for (const controller of underWay) controller.abort();
    },
  };
}
