import type {
  ListPart,
  Listed,
  PagedQuery,
  Records,
  Statement,
  StatementResult,
  StatementWriter,
} from "../../storage/records.ts";
import type { FittingRows } from "../../storage/page-bytes.ts";
import type { Sql } from "../../storage/sql.ts";
import { DatabaseNotices } from "./database-notices.ts";
import { DocumentCopies, isCopied } from "./document-copies.ts";
import type { PostgresDatabase } from "./postgres-database.ts";
import { messageOf } from "./postgres-errors.ts";
import { PostgresRecords } from "./postgres-records.ts";

/** Start of a statement that writes, with the name of its table. */
const WRITTEN_TABLE = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM) "?(\w+)/;

/**
 * Records in a PostgreSQL database, for a service whose observations are in SQLite. Keeps the copies of what observations are
 * joined with: a write resolves when its own process has the copy, and other processes follow a moment later.
 */
export class SharedDocuments implements Records {
  readonly #database: PostgresDatabase;
  readonly #records: PostgresRecords;
  readonly #copies: DocumentCopies;
  readonly #changes: DatabaseNotices;
  readonly #log: (line: string) => void;

  /** `writer`: the one writer of the SQLite database. */
  constructor(database: PostgresDatabase, writer: StatementWriter, log: (line: string) => void) {
    this.#database = database;
    this.#records = new PostgresRecords(database);
    this.#copies = new DocumentCopies(this.#records, writer);
    this.#changes = new DatabaseNotices(database, "svc_documents", (table) => void this.#follow(table), log);
    this.#log = log;
  }

  /** Makes the copies, and follows the changes of other processes from then on. Rejects when the copies cannot be made. */
  async start(): Promise<void> {
    await this.#copies.refresh();
    await this.#changes.listen();
  }

  async all<R>(query: Sql<R>): Promise<R[]> {
    return this.#records.all(query);
  }

  async get<R>(query: Sql<R>): Promise<R | undefined> {
    return this.#records.get(query);
  }

  async fitting<R>(query: Sql<R>): Promise<FittingRows<R>> {
    return this.#records.fitting(query);
  }

  async page<R>(query: PagedQuery<R>, part: ListPart): Promise<Listed<R>> {
    return this.#records.page(query, part);
  }

  async write(statements: Statement[]): Promise<StatementResult[]> {
    const results = await this.#records.write(statements);
    const tables = new Set(statements.map(({ sql }) => WRITTEN_TABLE.exec(sql)?.[1] ?? ""));
    // The write is stored, whatever comes of the copies.
    await this.#refresh([...tables]);
    return results;
  }

  /** Ends the connections, after what is under way. */
  async close(): Promise<void> {
    await this.#changes.close();
    await this.#database.close();
  }

  async #follow(table: string | undefined): Promise<void> {
    await this.#refresh(table === undefined ? undefined : [table]);
  }

  async #refresh(tables: readonly string[] | undefined): Promise<void> {
    try {
      await this.#copies.refresh(tables?.filter(isCopied));
    } catch (error) {
      this.#log(
        `prices, retentions, prompt ids and comments of observations may be out of date: ${messageOf(error)}. The service ` +
          "reads them again at the next change",
      );
    }
  }
}
