import type { PostgresDatabase } from "./postgres-database.ts";
import { messageOf } from "./postgres-errors.ts";
import type { PostgresClient } from "./postgres-package.ts";

/**
 * Channel of notices: of each table of documents that was changed, with its name, and of stored observations, with the name of the
 * process that stored them.
 */
export type Channel = "svc_documents" | "svc_observations";

/** Pause before the first attempt to connect again, and the longest one, in milliseconds. Each pause is twice the one before. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Notices that any process gives, over a connection of its own. A connection that breaks is made again. */
export class DatabaseNotices {
  readonly #database: PostgresDatabase;
  readonly #channel: Channel;
  readonly #onNotice: (content: string | undefined) => void;
  readonly #log: (line: string) => void;
  #client: PostgresClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #isClosed = false;

  /** `onNotice`: called with the content of a notice, or with undefined after a gap, in which notices may have been missed. */
  constructor(
    database: PostgresDatabase,
    channel: Channel,
    onNotice: (content: string | undefined) => void,
    log: (line: string) => void,
  ) {
    this.#database = database;
    this.#channel = channel;
    this.#onNotice = onNotice;
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
    client.on("notification", ({ payload }) => this.#onNotice(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${this.#channel}`);
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#onNotice(undefined);
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
