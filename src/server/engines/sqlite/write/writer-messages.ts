import type { DatabaseLocation } from "../database/database.ts";
import type { PruneStep } from "../../../storage/pruning/prune-total.ts";
import type { PruneLimits } from "../retention/pruning.ts";
import type { Statement, StatementResult } from "../../../storage/records.ts";
import type { ExportOutcome } from "../../../ingest/export-outcome.ts";
import type { ReceivedExport } from "../../../ingest/map-export.ts";

/** Settings of the writer thread. */
export interface WriterSettings {
  location: DatabaseLocation;
  /** False to keep metadata values as they were sent, as services before 4.55.0 do. */
  decodesMetadata: boolean;
}

/** Statement of a message. */
export type SentStatement = Omit<Statement, "sql"> & {
  /** Index of its text among those of the message. */
  text: number;
};

/** Statements of one transaction. A message has each text once, however many statements have it. */
export interface StatementsMessage {
  texts: string[];
  statements: SentStatement[];
}

/** Requests the writer thread accepts. */
export type WriterTask =
  /** Decode and store one trace export. */
  | ({ kind: "export" } & ReceivedExport)
  /** Run statements in one transaction. */
  | ({ kind: "execute" } & StatementsMessage)
  /** Make one step of removing the data over the limits. */
  | { kind: "prune"; limits: PruneLimits }
  /** End at once, in the middle of a transaction: a fault for tests. */
  | { kind: "crash" };

/** Message to the writer: a task under an id, or "close" to finish the tasks it has and end. */
export type WriterRequest = (WriterTask & { id: number }) | "close";

/**
 * Result of any other task. `isUnavailable`: the disk, another process or the end of the writer prevented the task, and a later
 * attempt may succeed. `isDamage`: the file is damaged.
 */
export type TaskOutcome<T> =
  | { done: T }
  | { conflict: "unchanged" | "constraint"; statement: number; message: string }
  | { failed: string; isUnavailable: boolean; isDamage?: boolean };

/** Result of each kind of task. */
export interface Outcomes {
  export: ExportOutcome;
  execute: TaskOutcome<StatementResult[]>;
  prune: TaskOutcome<PruneStep | "done">;
  crash: TaskOutcome<never>;
}

/** Message from the writer: the result of the task with this id. */
export interface WriterReply {
  id: number;
  outcome: Outcomes[WriterTask["kind"]];
}
