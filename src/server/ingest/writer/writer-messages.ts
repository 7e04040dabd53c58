import type { DatabaseLocation } from "../../storage/database.ts";
import type { PruneLimits, PruneStep } from "../../storage/pruning.ts";
import type { Statement, StatementResult } from "../../storage/records.ts";
import type { OtlpFormat } from "../otlp/otlp-decoding.ts";
import type { SpanSource } from "../span-source.ts";

/** What the writer is started with. */
export interface WriterSettings {
  location: DatabaseLocation;
  /** False to keep metadata values as they were sent, as services before 4.55.0 do. */
  decodesMetadata: boolean;
}

/** What the writer can be asked for. */
export type WriterTask =
  /** Decode and store one trace export. */
  | { kind: "export"; format: OtlpFormat; body: Uint8Array; source: SpanSource }
  /** Run statements in one transaction. */
  | { kind: "execute"; statements: Statement[] }
  /** Make one step of removing what is over the limits. */
  | { kind: "prune"; limits: PruneLimits }
  /** End at once, in the middle of a transaction: a fault for tests. */
  | { kind: "crash" };

/** To the writer: a task under an id, or the wish that it finishes what it has and ends. */
export type WriterRequest = (WriterTask & { id: number }) | "close";

/** What became of an export: stored, refused with what to tell the sender, or lost to an error of our own (500) or to the
 * end of the writer (503: it may be sent again). */
export type WriteOutcome =
  | { status: 200 }
  | { status: 400 | 413; error: string }
  | { status: 500 | 503; cause: string };

/**
 * What became of any other task. `isUnavailable`: the disk, another process or the end of the writer was in the way, and later it may
 * succeed.
 */
export type TaskOutcome<T> =
  | { done: T }
  | { conflict: "unchanged" | "constraint"; statement: number; message: string }
  | { failed: string; isUnavailable: boolean };

/** What each kind of task is answered with. */
export interface Outcomes {
  export: WriteOutcome;
  execute: TaskOutcome<StatementResult[]>;
  prune: TaskOutcome<PruneStep | "done">;
  crash: TaskOutcome<never>;
}

/** From the writer. */
export interface WriterReply {
  id: number;
  outcome: Outcomes[WriterTask["kind"]];
}
