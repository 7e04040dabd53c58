import { SvcAPIError } from "@svc/core/api";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "vitest";

/** One request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body; undefined when there was none. */
  readonly body: unknown;
}

/** How the service answers a request, the nth since the last {@link RecordingService.reset}, from 1. */
export type Answer = (response: ServerResponse, nth: number) => void;

/** A real HTTP server that records what it is asked and answers as it is told; by default 200 with `{}`. */
export interface RecordingService {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  answer: Answer;
  /** Forgets the requests and answers 200 with `{}` again. */
  reset(): void;
  close(): Promise<void>;
}

export async function startRecordingService(): Promise<RecordingService> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const service: RecordingService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: respondWith(200, {}),
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
    const body = await text(request);
    requests.push({ method, target: url, headers, body: body === "" ? undefined : (JSON.parse(body) as unknown) });
    service.answer(response, requests.length);
  }

  return service;
}

/** Answers with a status, a JSON body and further headers. */
export function respondWith(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
}

/** The error of the API a call ends with. */
export async function apiErrorOf(call: Promise<unknown>): Promise<SvcAPIError> {
  const error: unknown = await call.then(
    () => expect.unreachable("the call succeeded"),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(SvcAPIError);
  return error as SvcAPIError;
}
