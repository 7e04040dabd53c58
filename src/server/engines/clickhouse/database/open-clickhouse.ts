import { STORE_URL_VARIABLE, parseClickHouseAddress } from "./clickhouse-address.ts";
import { ClickHouseDatabase, codeOf, messageOf } from "./clickhouse-database.ts";
import { type ClickHouseClient, loadClickHouse } from "./clickhouse-package.ts";
import { renderSql } from "./clickhouse-sql.ts";
import { nameSql, sql } from "../../../storage/sql.ts";
import { prepareTables } from "./prepare-tables.ts";

/** Longest time of one request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Connections at a time. */
const MOST_CONNECTIONS = 16;

/** Settings of all requests. The reads rely on them; the defaults differ between versions of ClickHouse. */
const SETTINGS = {
  // An insert is answered when its rows are stored. The server stores the small batches of many processes together.
  async_insert: 1,
  wait_for_async_insert: 1,
  // A deletion is answered when no read sees the rows any more.
  lightweight_deletes_sync: "2",
  // Numbers arrive as numbers, exactly as they were sent. Infinite ones are null, as in JSON.
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 0,
  precise_float_parsing: 1,
  // A joined row that is missing has nulls.
  join_use_nulls: 1,
  // An observation is in one partition, which its key decides.
  do_not_merge_across_partitions_select_final: 1,
  // Spans of all times can arrive together.
  max_partitions_per_insert_block: 0,
};

/** Code of a database that does not exist. */
const UNKNOWN_DATABASE = "81";

/**
 * Connects to the database of an address and prepares its tables. A database that does not exist is created. Rejects, with a
 * message that says what to do and has no password, for an address that cannot be read, without the package
 * `@clickhouse/client`, and for a server that does not answer or refuses.
 */
export async function openClickHouse(storeUrl: string): Promise<ClickHouseDatabase> {
  const { createClient } = loadClickHouse(STORE_URL_VARIABLE);
  const { url, username, password, database } = parseClickHouseAddress(storeUrl);
  const connect = (place: { database?: string }): ClickHouseClient =>
    createClient({
      url,
      username,
      password,
      ...place,
      application: "svc-server",
      request_timeout: REQUEST_TIMEOUT_MS,
      max_open_connections: MOST_CONNECTIONS,
      // Long lists do not fit into an address.
      use_multipart_params_auto: true,
      compression: { request: true, response: true },
      clickhouse_settings: SETTINGS,
      log: { LoggerClass: SilentLogger },
    });
  const client = connect({ database });
  const connected = new ClickHouseDatabase(client, `ClickHouse at ${url}, database ${database}`);
  try {
    if (!(await hasDatabase(client))) {
      const outside = connect({});
      const { text } = renderSql(sql`CREATE DATABASE IF NOT EXISTS ${nameSql(database)}`);
      try {
        await outside.command({ query: text, query_params: {} });
      } finally {
        await outside.close();
      }
    }
    await prepareTables(connected);
    return connected;
  } catch (error) {
    await connected.close();
    const advice = "Check the address, that the server runs, and that the user may create and change tables";
    throw new Error(`${STORE_URL_VARIABLE}: ${connected.name} cannot be used: ${messageOf(error)}. ${advice}.`, {
      cause: error,
    });
  }
}

async function hasDatabase(client: ClickHouseClient): Promise<boolean> {
  try {
    await client
      .query({ query: "SELECT 1", format: "JSONEachRow", query_params: {} })
      .then(async (found) => found.json());
    return true;
  } catch (error) {
    if (codeOf(error) === UNKNOWN_DATABASE) return false;
    throw error;
  }
}

/** Logger of the client that writes nothing: every problem is an error, and this service says it. */
class SilentLogger {
  trace(): void {}
  debug(): void {}
  info(): void {}
  warn(): void {}
  error(): void {}
}
