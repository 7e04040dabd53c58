import { RecordsUnavailable } from "../../../storage/records.ts";
import type { ClickHouseClient } from "./clickhouse-package.ts";
import { renderSql } from "./clickhouse-sql.ts";
import { type Sql } from "../../../storage/sql.ts";

/** Attempts of a request that the network or the server interrupts. */
const ATTEMPTS = 2;

/**
 * Errors that the request did not cause: time, memory, disk, the network within a cluster, a server that starts or ends, access,
 * and a database or table that is missing now. The same request may succeed later.
 * https://github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp
 */
const PASSING_CODES: ReadonlySet<string> = new Set(
  (
    "3 32 60 74 75 76 81 159 160 164 173 192 193 198 202 203 204 209 210 225 236 241 242 243 244 252 254 279 285 286 319 341 " +
    "394 425 439 497 516 999"
  ).split(" "),
);

/** Connection to one database of ClickHouse. */
export class ClickHouseDatabase {
  /** Host, port and name, for messages. */
  readonly name: string;
  readonly #client: ClickHouseClient;

  constructor(client: ClickHouseClient, name: string) {
    this.#client = client;
    this.name = name;
  }

  /** Reads every row of a query. Rejects with {@link RecordsUnavailable} while the server does not answer. */
  async all<R>(query: Sql<R>): Promise<R[]> {
    const { text, parameters } = renderSql(query);
    return this.#withRetries(async () => {
      const result = await this.#client.query({ query: text, query_params: parameters, format: "JSONEachRow" });
      return (await result.json()) as R[];
    });
  }

  /** Reads the first row of a query, or undefined. */
  async get<R>(query: Sql<R>): Promise<R | undefined> {
    return (await this.all(query))[0];
  }

  /** Runs a statement that returns nothing, and that can be repeated. */
  async run(statement: Sql): Promise<void> {
    const { text, parameters } = renderSql(statement);
    await this.#withRetries(async () => this.#client.command({ query: text, query_params: parameters }));
  }

  /**
   * Stores rows. When it resolves, the server has written them and every read sees them. Rows that are sent again replace
   * themselves.
   */
  async insert(table: string, values: readonly object[]): Promise<void> {
    if (values.length === 0) return;
    await this.#withRetries(async () => this.#client.insert({ table, values, format: "JSONEachRow" }));
  }

  /** Ends the connections, at once. */
  async close(): Promise<void> {
    await this.#client.close();
  }

  /** Repeats work that the network interrupts. Each work can be repeated: the tables keep one row of a key. */
  async #withRetries<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (attempt === ATTEMPTS) throw new RecordsUnavailable(`${this.name} does not answer: ${messageOf(error)}`);
      }
    }
  }
}

/** Returns true for an error of the network or of a proxy, and for one of the server that may pass. */
function isPassing(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const code = codeOf(error);
  return code === undefined || !/^\d+$/.test(code) || PASSING_CODES.has(code);
}

/** Returns the code of an error of the server or the network; undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Returns the message of an error. It contains no credentials: the client gets them apart from the address. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || String(codeOf(error)) : String(error);
}
