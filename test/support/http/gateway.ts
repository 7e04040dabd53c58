import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** Request that reached the gateway, with its answer. */
export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly status: number;
}

/** Proxy in front of the service, as companies use. */
export interface Gateway {
  readonly url: string;
  /** Every request so far, preflights included. */
  readonly passed: readonly Passed[];
  /** Answers the next POST with this page instead of the service's answer. */
  failWith(status: number, html: string): void;
  /** Resolves when this many POST requests have been answered. */
  posts(count: number): Promise<Passed[]>;
  close(): Promise<void>;
}

export async function startGateway(target: string): Promise<Gateway> {
  const passed: Passed[] = [];
  const failures: { status: number; html: string }[] = [];
  let onPassed = (): void => undefined;

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { method = "", url: path = "", headers } = incoming;
      const bytes = await buffer(incoming);
      const note = (status: number) => {
        passed.push({ method, path, headers, body: bytes.toString("utf8"), status });
        onPassed();
      };
      const failure = method === "POST" ? failures.shift() : undefined;
      if (failure) {
        outgoing.writeHead(failure.status, { "content-type": "text/html", "access-control-allow-origin": "*" });
        outgoing.end(failure.html);
        note(failure.status);
        return;
      }
      const upstream = httpRequest(target + path, { method, headers: { ...headers, host: new URL(target).host } });
      upstream.end(bytes);
      const [answer] = (await once(upstream, "response")) as [IncomingMessage];
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      await once(answer, "end");
      note(answer.statusCode ?? 0);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const posted = () => passed.filter(({ method }) => method === "POST");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    failWith: (status, html) => void failures.push({ status, html }),
    posts: (count) =>
      new Promise((resolve) => {
        onPassed = () => {
          if (posted().length >= count) resolve(posted());
        };
        onPassed();
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
