import { SvcAPIError } from "@svc/core/api";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { expect } from "vitest";
import { resourceOfEachTest } from "../test-resource.ts";
import { Arrivals } from "./arrivals.ts";
import { startHttpServer, type HttpRequest } from "./http-server.ts";

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
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
  const arrivals = new Arrivals();
  const server = await startHttpServer(receive, port);

  const service: RecordingService = {
    url: server.url,
    requests,
    answer,
    arrived: (count) => arrivals.until(() => requests.length >= count),
    reset() {
      requests.length = 0;
      service.answer = respondWith(200, {});
    },
    close: () => server.close(),
  };

  function receive({ method, target, headers, body }: HttpRequest, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(target, server.url);
    const content = new TextDecoder().decode(body);
    const received: ReceivedRequest = {
      method,
      target,
      path: decodeURIComponent(pathname),
      query: Object.fromEntries(searchParams),
      headers,
      body: headers["content-type"]?.includes("json") ? (JSON.parse(content) as unknown) : content || undefined,
    };
    requests.push(received);
    service.answer(response, requests.length, received);
    arrivals.announce();
  }

  return service;
}

/** Starts a service for each test. */
export const recordingServiceOfEachTest = (answer?: Answer): RecordingService =>
  resourceOfEachTest(
    () => startRecordingService(answer),
    (service) => service.close(),
  );

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
