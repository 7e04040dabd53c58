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
import type { RecordReader } from "./database/record-reader.ts";

/** Records in the SQLite database of this service. Reads are done at once, in this thread. The one writer thread writes. */
export class SqliteRecords implements Records {
  readonly #reader: RecordReader;
  readonly #writer: StatementWriter;

  constructor(reader: RecordReader, writer: StatementWriter) {
    this.#reader = reader;
    this.#writer = writer;
  }

  async all<R>(query: Sql<R>): Promise<R[]> {
    return this.#reader.all(query);
  }

  async get<R>(query: Sql<R>): Promise<R | undefined> {
    return this.#reader.get(query);
  }

  async fitting<R>(query: Sql<R>): Promise<FittingRows<R>> {
    return this.#reader.fitting(query);
  }

  async page<R>(query: PagedQuery<R>, part: ListPart): Promise<Listed<R>> {
    return this.#reader.page(query, part);
  }

  async write(statements: Statement[]): Promise<StatementResult[]> {
    return this.#writer.execute(statements);
  }
}
