import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** TCP front of a server: the network between an application and the service, with its faults. */
export interface TcpFront {
  /** Address of the front as `http://`. */
  readonly url: string;
  readonly connections: number;
  /** Refuses connections and breaks the open ones, as a machine does whose service has ended. */
  refuse(): Promise<void>;
  /** Forwards every new connection, to its end. */
  forward(): Promise<void>;
  /** Passes nothing on and closes nothing: connections are half-open, the open ones and the new ones. */
  silence(): void;
  /** Resets this many of the next connections once that many bytes of the client have passed. */
  reset(connections: number, afterBytes: number): void;
  close(): Promise<void>;
}

/** Starts a front of the server at this address, which refuses or forwards connections. */
export async function startTcpFront(target: string, begins: "refusing" | "forwarding"): Promise<TcpFront> {
  const { port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let connections = 0;
  let isSilent = false;
  let toReset = 0;
  let bytesToPass = 0;

  const server = createServer((client) => {
    connections++;
    keep(client);
    if (isSilent) return;
    const upstream = keep(connect(Number(targetPort), "127.0.0.1"));
    client.once("close", () => upstream.destroy());
    upstream.once("close", () => client.destroy());
    if (toReset > 0) {
      toReset--;
      cut(client, upstream, bytesToPass);
    } else {
      client.pipe(upstream).pipe(client);
    }
  });

  /** Passes the first bytes on and resets both connections with the next. */
  function cut(client: Socket, upstream: Socket, bytes: number): void {
    let left = bytes;
    client.on("data", (chunk) => {
      upstream.write(chunk.subarray(0, left));
      left -= chunk.length;
      if (left >= 0) return;
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    });
  }

  function keep(socket: Socket): Socket {
    sockets.add(socket);
    return socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  }

  async function listen(port: number): Promise<void> {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  }

  async function stop(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, "close");
  }

  await listen(0);
  const { port } = server.address() as AddressInfo;
  if (begins === "refusing") await stop();
  return {
    url: `http://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    refuse: stop,
    async forward() {
      isSilent = false;
      if (!server.listening) await listen(port);
    },
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    reset(count, afterBytes) {
      toReset = count;
      bytesToPass = afterBytes;
    },
    close: stop,
  };
}
