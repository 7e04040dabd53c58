import { SvcAPIError } from "@svc/core/api";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "vitest";

/** Request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** Decoded path. */
  readonly path: string;
  /** Query; the last value of a repeated key. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Body: parsed when it is JSON, else as text; undefined without a body. */
  readonly body: unknown;
}

/**
 * Function that answers a request. `nth` counts from 1 since the last {@link RecordingService.reset}. It may leave the request
 * without an answer.
 */
export type Answer = (response: ServerResponse, nth: number, request: ReceivedRequest) => void;

/** HTTP server that records requests and answers as set; by default 200 with `{}`. */
export interface RecordingService {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  answer: Answer;
  /** Resolves once this many requests have arrived, answered or not. */
  arrived(count: number): Promise<void>;
  /** Forgets the requests and answers 200 with `{}` again. */
  reset(): void;
  close(): Promise<void>;
}

export async function startRecordingService(answer = respondWith(200, {}), port = 0): Promise<RecordingService> {
  const requests: ReceivedRequest[] = [];
  const arrivals = new EventTarget();
  const server = createServer((request, response) => void receive(request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  const service: RecordingService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer,
    async arrived(count) {
      while (requests.length < count) await once(arrivals, "arrival");
    },
    reset() {
      requests.length = 0;
      service.answer = respondWith(200, {});
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    const content = await text(request);
    const { pathname, searchParams } = new URL(url, service.url);
    const received: ReceivedRequest = {
      method,
      target: url,
      path: decodeURIComponent(pathname),
      query: Object.fromEntries(searchParams),
      headers,
      body: headers["content-type"]?.includes("json") ? (JSON.parse(content) as unknown) : content || undefined,
    };
    requests.push(received);
    service.answer(response, requests.length, received);
    arrivals.dispatchEvent(new Event("arrival"));
  }

  return service;
}

/** Returns an answer with a status, a JSON body and further headers. */
export function respondWith(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => answerJson(response, status, body, headers);
}

/** Answers one request with a status, a JSON body and further headers. */
export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Returns the error of the API with which a call rejects. */
export async function apiErrorOf(call: Promise<unknown>): Promise<SvcAPIError> {
  const error: unknown = await call.then(
    () => expect.unreachable("the call succeeded"),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(SvcAPIError);
  return error as SvcAPIError;
}
