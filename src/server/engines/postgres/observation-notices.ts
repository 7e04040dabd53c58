import { randomUUID } from "node:crypto";
import { DatabaseNotices } from "./database-notices.ts";
import type { PostgresDatabase } from "./postgres-database.ts";

/** Notices between processes that share observations: each learns at once that another has stored some. */
export class ObservationNotices {
  /** Name of this process, which ignores its own notices. */
  readonly #process = randomUUID();
  readonly #database: PostgresDatabase;
  readonly #notices: DatabaseNotices;
  #telling: Promise<void> | undefined;
  #hasMore = false;

  /** `onStored`: called when another process has stored observations, and after a gap, in which one may have. */
  constructor(database: PostgresDatabase, onStored: () => void, log: (line: string) => void) {
    this.#database = database;
    const onNotice = (process: string | undefined): void => {
      if (process !== this.#process) onStored();
    };
    this.#notices = new DatabaseNotices(database, "svc_observations", onNotice, log);
  }

  /** Listens from now on. Never rejects. */
  async start(): Promise<void> {
    await this.#notices.listen();
  }

  /** Tells the other processes that this one has stored observations. While one notice is under way, all that follow become one. */
  tell(): void {
    this.#hasMore = true;
    this.#telling ??= this.#tellAll().finally(() => (this.#telling = undefined));
  }

  /** Stops, after the notice under way. */
  async close(): Promise<void> {
    await this.#telling;
    await this.#notices.close();
  }

  async #tellAll(): Promise<void> {
    while (this.#hasMore) {
      this.#hasMore = false;
      try {
        await this.#database.read({ text: "SELECT pg_notify('svc_observations', $1)", name: "svc_notify" }, [
          this.#process,
        ]);
      } catch {
        // Readers elsewhere get the observations a little later, and the listeners of each process log the lost connection.
      }
    }
  }
}
