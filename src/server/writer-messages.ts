import type { DatabaseLocation } from "./database.ts";
import type { OtlpFormat } from "./otlp-decoding.ts";

/** What the writer is started with. */
export interface WriterSettings {
  location: DatabaseLocation;
  projectId: string;
}

/** One trace export for the writer to decode and store. */
export interface ExportMessage {
  id: number;
  format: OtlpFormat;
  body: Uint8Array;
}

/** To the writer: an export, or the wish that it finishes what it has and ends. */
export type WriterRequest = ExportMessage | "close";

/** What became of an export: stored, refused with what to tell the sender, or lost to an error of our own (500) or to the end of the writer
 * (503: it may be sent again). */
export type WriteOutcome =
  | { status: 200 }
  | { status: 400 | 413; error: string }
  | { status: 500 | 503; cause: string };

/** From the writer. */
export interface WriterReply {
  id: number;
  outcome: WriteOutcome;
}
