import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer, type TLSSocket } from "node:tls";
import { FIXTURES } from "../paths.ts";

const FOLDER = join(FIXTURES, "tls");

/** Paths of the files in `test/fixtures/tls`. */
export const TLS_FILES = {
  authority: join(FOLDER, "ca.pem"),
  clientKey: join(FOLDER, "client-key.pem"),
  clientCertificate: join(FOLDER, "client.pem"),
} as const;

/** TLS front of `service.test` that forwards to a plain HTTP server. */
export interface TlsFront {
  readonly port: number;
  /** Presents this certificate from now on, and breaks the open connections. */
  present(certificate: "server" | "server-expired"): void;
  close(): Promise<void>;
}

/**
 * Starts the front.
 *
 * @param wantsClient True to accept only clients with a certificate of the test authority.
 */
export async function startTlsFront(target: string, wantsClient: boolean): Promise<TlsFront> {
  const sockets = new Set<TLSSocket>();
  const read = (name: string): string => readFileSync(join(FOLDER, name), "utf8");
  const server = createServer(
    {
      key: read("server-key.pem"),
      cert: read("server.pem"),
      ca: read("ca.pem"),
      requestCert: wantsClient,
      rejectUnauthorized: wantsClient,
    },
    (socket) => {
      sockets.add(socket);
      const upstream = connect(Number(new URL(target).port), "127.0.0.1");
      socket.on("error", () => upstream.destroy()).once("close", () => sockets.delete(socket));
      upstream.on("error", () => socket.destroy());
      socket.pipe(upstream).pipe(socket);
    },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    present(certificate) {
      server.setSecureContext({ key: read("server-key.pem"), cert: read(`${certificate}.pem`), ca: read("ca.pem") });
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
