import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { DEFAULT_BASE_URL } from "@svc/core";
import { createApp } from "./app.ts";
import { Credentials } from "./credentials.ts";
import { databaseFileIn, defaultDataDirectory } from "./data-directory.ts";
import { type DatabaseLocation, openDatabase } from "./database.ts";
import { HttpListener } from "./http-listener.ts";
import type { KeyPair } from "./key-pair.ts";
import { LOCAL_PROJECT } from "./local-project.ts";
import { Records } from "./records.ts";
import { serviceVersion } from "./service-version.ts";
import { SqliteObservations } from "./sqlite-observations.ts";
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
  /**
   * One more key pair for the local project. Unlike the local pair (`LOCAL_KEYS` of `@svc/core`), which everyone knows and
   * which opens the service to this machine only, it is accepted from everywhere.
   */
  keys?: KeyPair;
  /** Answer like a service of this version, such as `4.54.0`, for tests of clients. Default: the present one. */
  asVersion?: string;
  /** Takes one line of text at a time about what happens. Default: nothing is said. */
  log?: (line: string) => void;
}

/** A service that takes requests. */
export interface RunningServer {
  /** Address for clients, such as `http://127.0.0.1:3000`, without a slash at the end. */
  url: string;
  /** The port it listens on. */
  port: number;
  /** The id of the project that is there from the start. */
  projectId: string;
  /** Where the data is kept; undefined when it is in memory. */
  dataDirectory: string | undefined;
  /** Takes no more requests, answers those under way (for at most 5 seconds), stores what has arrived, and ends. */
  close(): Promise<void>;
}

/**
 * Starts the service in this process. Clients on this machine use the local key pair (`LOCAL_KEYS` of `@svc/core`).
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

  const version = serviceVersion(options.asVersion);
  const database = openDatabase(location);
  const writer = new WriterClient({ location, decodesMetadata: version.decodesMetadata });
  const records = new Records(database, writer);
  const observations = new SqliteObservations(database, writer);
  const credentials = new Credentials(records, options.keys, log);
  const app = createApp({ credentials, observations, records, version, log });
  const listener = new HttpListener(app.fetch);

  const end = async (): Promise<void> => {
    await listener.close();
    await writer.close();
    database.close();
  };
  try {
    const bound = await listener.listen(host, port, log);
    let ended: Promise<void> | undefined;
    return { ...bound, projectId: LOCAL_PROJECT.id, dataDirectory, close: () => (ended ??= end()) };
  } catch (error) {
    await end();
    throw error;
  }
}
