import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** Requests and scores that arrived since the last count. */
export interface ArrivedScores {
  /** Distinct ids. */
  readonly scores: number;
  readonly requests: number;
}

/** Service for scores and prompts, in the process that started it. */
export interface RecordsSink {
  readonly url: string;
  /** True when every fifth request with scores gets 500 or 429, in turn. */
  isFaulty: boolean;
  /** Returns the accepted scores since the last call, and forgets them. */
  count(): ArrivedScores;
  close(): Promise<void>;
}

/** Batch of scores in this SDK's format, or in the peer's. */
type Body = Array<{ id: string }> | { batch: Array<{ body: { id: string } }> };

const PROMPT = {
  name: "bench",
  version: 1,
  type: "text",
  config: {},
  labels: ["production"],
  tags: [],
  prompt: Array.from({ length: 10 }, (_, n) => `Part ${n} is about {{variable${n}}} and nothing else.`).join("\n"),
};

/** Starts the service on a free port of this machine. */
export async function startRecordsSink(): Promise<RecordsSink> {
  const ids = new Set<string>();
  let requests = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    // A connection error is left to the client to repair.
    receive(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const sink: RecordsSink = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isFaulty: false,
    count() {
      const arrived = { scores: ids.size, requests };
      ids.clear();
      requests = 0;
      return arrived;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") {
      response.end(JSON.stringify(PROMPT));
      return;
    }
    const body = (await json(request)) as Body;
    requests++;
    if (sink.isFaulty && requests % 5 === 0) {
      response.writeHead(requests % 10 === 0 ? 500 : 429).end("{}");
    } else if (Array.isArray(body)) {
      for (const { id } of body) ids.add(id);
      response.writeHead(202).end('{"message":"Accepted"}');
    } else {
      for (const { body: score } of body.batch) ids.add(score.id);
      response.writeHead(207).end('{"successes":[],"errors":[]}');
    }
  }

  return sink;
}
