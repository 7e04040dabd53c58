import { loadOptionalPackages } from "../../../storage/optional-packages.ts";

// The parts of the official client that this service uses. Its own types would have to be installed to build the service.

/** Values of the parameters of a statement, by name. */
export type Parameters = Readonly<Record<string, unknown>>;

/** Client of one ClickHouse server. */
export interface ClickHouseClient {
  query(request: { query: string; format: "JSONEachRow"; query_params: Parameters }): Promise<{
    json(): Promise<unknown[]>;
  }>;
  command(request: { query: string; query_params: Parameters }): Promise<unknown>;
  insert(request: { table: string; values: readonly unknown[]; format: "JSONEachRow" }): Promise<unknown>;
  close(): Promise<void>;
}

interface ClickHousePackage {
  readonly createClient: (options: Readonly<Record<string, unknown>>) => ClickHouseClient;
}

/** Loads the official client. Throws when it is not installed. `source` names the setting that needs it. */
export function loadClickHouse(source: string): ClickHousePackage {
  const [client] = loadOptionalPackages(["@clickhouse/client"], source);
  return client as ClickHousePackage;
}
