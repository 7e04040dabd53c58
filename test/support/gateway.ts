import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request that came to the gateway, with what was answered to it. */
export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly status: number;
}

/** A proxy in front of the service, as companies have them. */
export interface Gateway {
  readonly url: string;
  /** Everything that came by, preflights too. */
  readonly passed: readonly Passed[];
  /** The next answer to a POST is this page instead of the service's. */
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
