import { loadOptionalPackages } from "../../storage/optional-packages.ts";
import type { Row } from "../../storage/sql.ts";

// The parts of the package `pg` that this service uses. The package's own types would have to be installed to build the service.

export interface QueryResult {
  rows: Row[];
  /** Number of rows that the statement returned, inserted, updated or deleted; null for any other statement. */
  rowCount: number | null;
}

/** Statement to run. With a name, a connection prepares it once. */
export interface PreparedText {
  text: string;
  name?: string;
}

export interface PostgresClient {
  /** Name of the host, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  query(text: string | PreparedText, values?: readonly unknown[]): Promise<QueryResult>;
  connect(): Promise<unknown>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): this;
  on(event: "end", listener: () => void): this;
  on(event: "notification", listener: (notification: { payload?: string }) => void): this;
}

/** Connection that a pool lends. */
export interface LentClient extends PostgresClient {
  removeListener(event: "error", listener: (error: Error) => void): this;
  /** Gives the connection back. With true, it is closed instead. */
  release(isBroken?: boolean): void;
}

/** Connections that requests share. */
export interface PostgresPool {
  query(text: string | PreparedText, values?: readonly unknown[]): Promise<QueryResult>;
  connect(): Promise<LentClient>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): this;
}

/** Options of connections and pools. */
export interface PostgresOptions {
  connectionString: string;
  application_name: string;
  connectionTimeoutMillis: number;
  keepAlive: boolean;
  query_timeout: number;
  /** Parsers of values by the number of their type. */
  types: { getTypeParser(type: number): (text: string) => unknown };
}

interface PoolOptions extends PostgresOptions {
  max: number;
  idleTimeoutMillis: number;
  onConnect: (client: PostgresClient) => Promise<unknown>;
}

/** Package `pg`. */
export interface PostgresPackage {
  readonly Pool: new (options: PoolOptions) => PostgresPool;
  readonly Client: new (options: PostgresOptions) => PostgresClient;
}

/** Loads the package `pg`. Throws when it is not installed. `source` names the setting that needs it. */
export function loadPostgresPackage(source: string): PostgresPackage {
  const [loaded] = loadOptionalPackages(["pg"], source);
  return loaded as PostgresPackage;
}
