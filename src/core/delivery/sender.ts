import type { HttpAnswer, HttpRequest } from "./http-answer.ts";

/** Sender of HTTP requests: over kept-alive connections on Node, by `fetch` elsewhere. */
export interface HttpSender {
  /**
   * Makes a request. Never rejects: an answer with status 0 says why no response came, such as a refused connection or a
   * response that took longer than `timeoutMs`. Calls `onSent` once the service may have the whole request.
   */
  send(request: HttpRequest, timeoutMs?: number, onSent?: () => void): Promise<HttpAnswer>;
  /**
   * Keeps the process alive until `hold(false)` was called as often as `hold(true)`. Requests alone do not keep the process
   * alive.
   */
  hold(holding: boolean): void;
  close(): void;
}
