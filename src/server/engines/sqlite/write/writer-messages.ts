import type { DatabaseLocation } from "../database/database.ts";
import type { PruneLimits, PruneStep } from "../retention/pruning.ts";
import type { Statement, StatementResult } from "../../../storage/records.ts";
import type { OtlpFormat } from "../../../ingest/otlp/otlp-decoding.ts";
import type { SpanSource } from "../../../ingest/span-source.ts";
import type { StoredExport } from "../../../ingest/stored-export.ts";

/** Settings of the writer thread. */
export interface WriterSettings {
  location: DatabaseLocation;
  /** False to keep metadata values as they were sent, as services before 4.55.0 do. */
  decodesMetadata: boolean;
}

/** Requests the writer thread accepts. */
export type WriterTask =
  /** Decode and store one trace export. */
  | { kind: "export"; format: OtlpFormat; body: Uint8Array; source: SpanSource }
  /** Run statements in one transaction. */
  | { kind: "execute"; statements: Statement[] }
  /** Make one step of removing the data over the limits. */
  | { kind: "prune"; limits: PruneLimits }
  /** End at once, in the middle of a transaction: a fault for tests. */
  | { kind: "crash" };

/** Message to the writer: a task under an id, or "close" to finish the tasks it has and end. */
export type WriterRequest = (WriterTask & { id: number }) | "close";

/**
 * Result of an export: stored (200, with what of it), refused with a text for the sender (400 or 413), lost to an internal error (500), or lost
 * because the database was unavailable or the writer ended (503: the sender may retry). `advice` says what to do about the cause;
 * the default is about the disk. `isDamage`: the file is damaged, which is logged once and not for each export.
 */
export type WriteOutcome =
  | ({ status: 200 } & StoredExport)
  | { status: 400 | 413; error: string }
  | { status: 500 | 503; cause: string; advice?: string; isDamage?: boolean };

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
  export: WriteOutcome;
  execute: TaskOutcome<StatementResult[]>;
  prune: TaskOutcome<PruneStep | "done">;
  crash: TaskOutcome<never>;
}

/** Message from the writer: the result of the task with this id. */
export interface WriterReply {
  id: number;
  outcome: Outcomes[WriterTask["kind"]];
}
