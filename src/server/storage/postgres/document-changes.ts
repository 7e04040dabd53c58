import type { PostgresDatabase } from "./postgres-database.ts";
import { messageOf } from "./postgres-errors.ts";
import type { PostgresClient } from "./postgres-package.ts";

/** Channel on which the database names each table that was changed. */
const CHANNEL = "svc_documents";

/** Pause before the first attempt to connect again, and the longest one, in milliseconds. Each pause is twice the one before. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Notices of changes that any process makes, over a connection of its own. A connection that breaks is made again. */
export class DocumentChanges {
  readonly #database: PostgresDatabase;
  readonly #onChange: (table: string | undefined) => void;
  readonly #log: (line: string) => void;
  #client: PostgresClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #isClosed = false;

  /** `onChange`: called with the name of a table, or with undefined after a gap, in which any table may have changed. */
  constructor(database: PostgresDatabase, onChange: (table: string | undefined) => void, log: (line: string) => void) {
    this.#database = database;
    this.#onChange = onChange;
    this.#log = log;
  }

  /** Listens from now on. Never rejects: without a connection it tries again later. */
  async listen(): Promise<void> {
    const client = this.#database.ownClient();
    this.#client = client;
    let hasFailed = false;
    const fail = (cause: string): void => {
      if (hasFailed) return;
      hasFailed = true;
      this.#tryLater(cause);
    };
    client.on("error", (error) => fail(error.message));
    client.on("end", () => fail("the connection ended"));
    client.on("notification", ({ payload }) => this.#onChange(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#onChange(undefined);
    } catch (error) {
      fail(messageOf(error));
      await client.end().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  #tryLater(cause: string): void {
    if (this.#isClosed) return;
    if (this.#pauseMs === FIRST_PAUSE_MS) {
      this.#log(
        `changes by other processes are not seen: ${this.#database.name}: ${cause}. The service connects again`,
      );
    }
    this.#timer = setTimeout(() => void this.listen(), this.#pauseMs).unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
