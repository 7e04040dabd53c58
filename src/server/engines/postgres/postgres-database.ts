import { DOCUMENTS_URL_VARIABLE } from "../../storage/documents-url.ts";
import { adviceFor, asRecordsError, isConnectionBroken, isConnectionLost, messageOf } from "./postgres-errors.ts";
import {
  type LentClient,
  type PostgresClient,
  type PostgresOptions,
  type PostgresPackage,
  type PostgresPool,
  type PreparedText,
  type QueryResult,
  loadPostgresPackage,
} from "./postgres-package.ts";
import { SCHEMA, migratePostgres } from "./postgres-schema.ts";

/** Most connections of one process that requests share. One more listens for changes. */
const MOST_CONNECTIONS = 10;

/** Longest wait for a connection, new or free, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;

/** Longest wait for an answer, in milliseconds: more than the server takes for a statement, for a network that drops packets. */
const QUERY_TIMEOUT_MS = 35_000;

/** Settings of each connection: a process that hangs in a transaction holds up the others no longer than this. */
const SETTINGS =
  `SET search_path TO ${SCHEMA}; SET statement_timeout = '30s'; SET lock_timeout = '10s'; ` +
  "SET idle_in_transaction_session_timeout = '30s'";

/** Numbers of the types of PostgreSQL that hold numbers: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
const NUMBER_TYPES: ReadonlySet<number> = new Set([20, 21, 23, 700, 701]);

/** Parsers of values. An integer that a JavaScript number cannot hold exactly becomes the nearest number, as it does from SQLite. */
const TYPES: PostgresOptions["types"] = {
  getTypeParser: (type) => (NUMBER_TYPES.has(type) ? Number : (text) => text),
};

/** PostgreSQL database of the service, over connections that requests share. */
export class PostgresDatabase {
  /** Host, port and name, for messages. */
  readonly name: string;
  readonly #package: PostgresPackage;
  readonly #options: PostgresOptions;
  readonly #pool: PostgresPool;

  private constructor(loaded: PostgresPackage, options: PostgresOptions, name: string) {
    this.name = name;
    this.#package = loaded;
    this.#options = options;
    this.#pool = new loaded.Pool({
      ...options,
      max: MOST_CONNECTIONS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      onConnect: async (client) => client.query(SETTINGS),
    });
    // A free connection that breaks is replaced when one is needed; a request that finds no server reports it.
    this.#pool.on("error", () => undefined);
  }

  /**
   * Connects, and brings the tables to the current schema. Rejects for an address that cannot be used, without the package `pg`,
   * and for a database that cannot be used. The message names the database, says what to do, and holds no password.
   */
  static async open(url: string): Promise<PostgresDatabase> {
    const loaded = loadPostgresPackage(DOCUMENTS_URL_VARIABLE);
    const options = {
      connectionString: url,
      application_name: "svc-server",
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      query_timeout: QUERY_TIMEOUT_MS,
      types: TYPES,
    };
    const name = nameOf(url, loaded, options);
    const database = new PostgresDatabase(loaded, options, name);
    try {
      await database.withClient(migratePostgres);
      return database;
    } catch (error) {
      await database.close();
      throw new Error(`${DOCUMENTS_URL_VARIABLE}: ${name} cannot be used: ${messageOf(error)}. ${adviceFor(error)}`, {
        cause: error,
      });
    }
  }

  /** Runs one statement that only reads. A connection that broke is replaced once. */
  async read(text: PreparedText, values: readonly unknown[]): Promise<QueryResult> {
    try {
      return await this.#pool.query(text, values);
    } catch (error) {
      if (!isConnectionBroken(error)) throw asRecordsError(error, this.name);
    }
    try {
      return await this.#pool.query(text, values);
    } catch (error) {
      throw asRecordsError(error, this.name);
    }
  }

  /** Lends a connection to some work. A connection whose work failed because of the connection is closed. */
  async withClient<T>(work: (client: LentClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let isBroken = false;
    const noteError = (): void => {
      isBroken = true;
    };
    // Without a listener, a connection that breaks between two statements would end the process.
    client.on("error", noteError);
    try {
      return await work(client);
    } catch (error) {
      isBroken ||= isConnectionLost(error);
      throw error;
    } finally {
      client.removeListener("error", noteError);
      client.release(isBroken);
    }
  }

  /** Creates a connection that is not shared. The caller connects and ends it. */
  ownClient(): PostgresClient {
    return new this.#package.Client(this.#options);
  }

  /** Closes the connections, after what is under way. */
  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Returns host, port and name of the database. Throws for an address that cannot be read; the message does not repeat it. */
function nameOf(url: string, { Client }: PostgresPackage, options: PostgresOptions): string {
  if (!/^postgres(?:ql)?:\/\//.test(url)) throw notRead();
  try {
    const { host, port, database } = new Client(options);
    return `PostgreSQL at ${host}:${port}, database ${database}`;
  } catch {
    throw notRead();
  }
}

function notRead(): Error {
  return new Error(
    `${DOCUMENTS_URL_VARIABLE} cannot be read. It is an address such as postgres://USER:PASSWORD@HOST:5432/DATABASE, in which ` +
      "special characters of the password are percent-encoded.",
  );
}
