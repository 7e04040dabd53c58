import type { ReadName, ReadParameters } from "../../../../query/observation-reads.ts";

/** Message to a reader: one read. With `isJson`, the reader returns the result as JSON text. */
export interface ReadTask<Name extends ReadName = ReadName> {
  read: Name;
  parameters: ReadParameters<Name>;
  isJson: boolean;
}

/**
 * Message from a reader: JSON text in UTF-8, the result itself, or the error that ended the read. `isDamage`: the file is damaged.
 */
export type ReadOutcome =
  | { json: Uint8Array<ArrayBuffer> }
  | { result: unknown }
  | { error: Error; isDamage?: boolean };

/** Message to a reader: a read, the request to check the pages of the file, or to end. */
export type ReaderRequest = ReadTask | "check" | "close";
