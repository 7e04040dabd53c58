import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Request that reached the proxy. */
export interface ProxiedRequest {
  readonly method: string;
  /** `host:port` of a tunnel, or the absolute URL of a plain request. */
  readonly target: string;
  readonly isAuthorized: boolean;
}

/** Forward proxy as companies use: CONNECT tunnels, and plain requests by their absolute URL. */
export interface ConnectProxy {
  /** Address as `host:port`. */
  readonly host: string;
  /** Address with the user and the password that the proxy requires. */
  readonly url: string;
  readonly requests: readonly ProxiedRequest[];
  /** From now on accepts connections and never answers. */
  hang(): void;
  close(): Promise<void>;
}

/** Password with characters that a URL cannot contain unescaped. */
export const PROXY_PASSWORD = "p@ss/wörd:1";
const LOGIN = `Basic ${Buffer.from(`user:${PROXY_PASSWORD}`).toString("base64")}`;

/**
 * Starts the proxy.
 *
 * @param hosts Ports on this machine, by names that only the proxy knows.
 */
export async function startConnectProxy(hosts: Readonly<Record<string, number>>): Promise<ConnectProxy> {
  const requests: ProxiedRequest[] = [];
  const sockets = new Set<Socket>();
  let isHanging = false;
  const isAuthorized = ({ method = "", url = "", headers }: IncomingMessage): boolean => {
    const authorized = headers["proxy-authorization"] === LOGIN;
    requests.push({ method, target: url, isAuthorized: authorized });
    return authorized;
  };
  const portOf = ({ hostname, port }: URL): number => hosts[hostname] ?? Number(port);

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const authorized = isAuthorized(incoming);
    if (isHanging) return;
    if (!authorized) {
      outgoing.writeHead(407, { "proxy-authenticate": "Basic" }).end();
      return;
    }
    const target = new URL(incoming.url ?? "");
    const { "proxy-authorization": _login, ...headers } = incoming.headers;
    const path = target.pathname + target.search;
    const upstream = httpRequest({ port: portOf(target), path, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(upstream);
  };

  const tunnel = (incoming: IncomingMessage, socket: Duplex): void => {
    const authorized = isAuthorized(incoming);
    if (isHanging) return;
    if (!authorized) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n");
      return;
    }
    const upstream = connect(portOf(new URL(`https://${incoming.url}`)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  };

  const server = createServer(forward).on("connect", tunnel);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket)).on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://user:${encodeURIComponent(PROXY_PASSWORD)}@${host}`,
    requests,
    hang: () => (isHanging = true),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
