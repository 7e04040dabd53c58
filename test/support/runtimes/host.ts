import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { RunRequest, TestResult } from "./results.ts";
import { ANY_ORIGIN, RemoteHttp, type RemoteAnswer } from "./remote-http.ts";

/** Server that a program in another runtime talks to while it runs tests. */
export interface TestHost {
  readonly url: string;
  /** Results of the tests, once all have run. */
  readonly results: Promise<TestResult[]>;
  close(): Promise<void>;
}

type Calls = Readonly<Record<string, (body: never) => unknown>>;

export async function startTestHost(request: RunRequest): Promise<TestHost> {
  const results = Promise.withResolvers<TestResult[]>();
  const http = new RemoteHttp();
  const calls: Calls = {
    "/run": () => request,
    "/results": (reported: TestResult[]) => results.resolve(reported),
    "/listen": ({ port }: { port: number }) => http.listen(port),
    "/requests": () => http.requests(),
    "/answer": ({ id, answer }: { id: number; answer: RemoteAnswer }) => http.answer(id, answer),
    "/close": ({ id }: { id: number }) => http.close(id),
  };
  const server = createServer((request, response) => void answer(calls, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    results: results.promise,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(calls: Calls, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const call = calls[request.url ?? ""];
  if (call === undefined) return void response.writeHead(404, ANY_ORIGIN).end();
  const body = request.method === "POST" ? await json(request) : undefined;
  const result = await Promise.resolve(call(body as never)).catch((error: unknown) => error as Error);
  const status = result instanceof Error ? 500 : 200;
  response.writeHead(status, { "content-type": "application/json", ...ANY_ORIGIN }).end(JSON.stringify(result ?? null));
}
