import type { DatabaseSync, StatementSync } from "node:sqlite";
import { OBSERVATION_COLUMNS } from "./observation-columns.ts";
import { selectFields } from "./observation-fields.ts";
import type { ObservationRecord } from "./observation-record.ts";
import { readRows } from "./reading-rows.ts";

/** How often something is sent when nothing happens, so that neither side takes the connection for dead. */
const HEARTBEAT_MS = 15_000;

/** Most observations that are read at once. */
const CHUNK = 100;

const COLUMNS = OBSERVATION_COLUMNS.filter((column) => column !== "metadata").join(", ");
const SELECTION = {
  groups: new Set(["core", "basic", "time", "model", "usage", "metrics", "trace_context"]),
  expandMetadata: new Set<string>(),
};

/** Tells readers of new observations, as server-sent events. A reader that is slow reads on from where it was: nothing is kept for it. */
export class ObservationFeed {
  readonly #behind: StatementSync;
  readonly #last: StatementSync;
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  constructor(database: DatabaseSync) {
    this.#behind = database.prepare(
      `SELECT seq, ${COLUMNS} FROM observations WHERE seq > ? AND projectId = ? ORDER BY seq LIMIT ${CHUNK}`,
    );
    this.#last = database.prepare("SELECT coalesce(max(seq), 0) AS seq FROM observations");
  }

  /** Says that something was stored. */
  notify(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Ends every stream. */
  close(): void {
    this.#isClosed = true;
    this.notify();
  }

  /** Events from the observation behind `after` on; without it, of those that are stored from now on. */
  stream(projectId: string, after?: number): ReadableStream<Uint8Array> {
    let seq = after ?? Number(this.#last.get()?.["seq"]);
    const encoder = new TextEncoder();
    let wake: (() => void) | undefined;
    return new ReadableStream({
      start: (controller) => controller.enqueue(encoder.encode(": observations as they are stored\n\n")),
      pull: async (controller) => {
        let rows = readRows(this.#behind, seq, projectId);
        if (rows.length === 0 && !this.#isClosed) {
          await this.#somethingStored((waker) => (wake = waker));
          rows = readRows(this.#behind, seq, projectId);
        }
        if (this.#isClosed) return controller.close();
        seq = Number(rows.at(-1)?.["seq"] ?? seq);
        const events = rows.map((row) => event(Number(row["seq"]), row as unknown as ObservationRecord));
        controller.enqueue(encoder.encode(events.join("") || ": nothing new\n\n"));
      },
      cancel: () => wake?.(),
    });
  }

  /** Resolves when something was stored, the feed is closed, the reader is gone, or it is time for a sign of life. */
  async #somethingStored(onWaiting: (wake: () => void) => void): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, HEARTBEAT_MS);
      this.#waiting.add(wake);
      onWaiting(wake);
    });
  }
}

function event(seq: number, observation: ObservationRecord): string {
  return `id: ${seq}\nevent: observation\ndata: ${JSON.stringify(selectFields(observation, SELECTION))}\n\n`;
}
