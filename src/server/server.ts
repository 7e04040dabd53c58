import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { DEFAULT_BASE_URL, LOCAL_KEYS } from "@svc/core";
import { createApp } from "./app.ts";
import { Credentials } from "./credentials.ts";
import { databaseFileIn, defaultDataDirectory } from "./data-directory.ts";
import { type DatabaseLocation, openDatabase } from "./database.ts";
import { HttpListener } from "./http-listener.ts";
import { ObservationReader } from "./observation-reader.ts";
import { LOCAL_PROJECT } from "./project.ts";
import { WriterClient } from "./writer-client.ts";

/** How the service is started. */
export interface ServerOptions {
  /** Address to listen on. Default `127.0.0.1`, which only this machine can reach. */
  host?: string;
  /** Port to listen on; when it is taken, one of the 100 that follow. 0 stands for any free port. Default 3000. */
  port?: number;
  /** Directory to keep the data in, made if needed. Default: a fixed directory of the user. Not used with `memory`. */
  dataDirectory?: string;
  /** Keep everything in memory until `close`. Default false. */
  memory?: boolean;
  /** Takes one line of text at a time about what happens. Default: nothing is said. */
  log?: (line: string) => void;
}

/** A service that takes requests. */
export interface RunningServer {
  /** Address for clients, such as `http://127.0.0.1:3000`, without a slash at the end. */
  url: string;
  /** The port it listens on. */
  port: number;
  /** The id of its one project. */
  projectId: string;
  /** Where the data is kept; undefined when it is in memory. */
  dataDirectory: string | undefined;
  /** Takes no more requests, answers those under way (for at most 5 seconds), stores what has arrived, and ends. */
  close(): Promise<void>;
}

/**
 * Starts the service in this process. Clients use the local key pair (`LOCAL_KEYS` of `@svc/core`).
 *
 * Rejects when no port in reach is free, or when the data directory cannot be used.
 *
 * ```ts
 * const server = await startServer({ port: 0, memory: true });
 * console.log(server.url);
 * await server.close();
 * ```
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { host = "127.0.0.1", port = Number(new URL(DEFAULT_BASE_URL).port), memory = false } = options;
  const log = options.log ?? (() => undefined);
  const dataDirectory = memory ? undefined : resolve(options.dataDirectory ?? defaultDataDirectory());
  const location: DatabaseLocation =
    dataDirectory === undefined ? { memory: `svc-${randomUUID()}` } : { file: databaseFileIn(dataDirectory) };

  const projectId = LOCAL_PROJECT.id;
  const database = openDatabase(location);
  const writer = new WriterClient({ location, projectId });
  const reader = new ObservationReader(database, projectId);
  const app = createApp({ projectId, credentials: new Credentials(LOCAL_KEYS, log), reader, writer, log });
  const listener = new HttpListener(app.fetch);

  const end = async (): Promise<void> => {
    await listener.close();
    await writer.close();
    database.close();
  };
  try {
    const bound = await listener.listen(host, port, log);
    let ended: Promise<void> | undefined;
    return { ...bound, projectId, dataDirectory, close: () => (ended ??= end()) };
  } catch (error) {
    await end();
    throw error;
  }
}
