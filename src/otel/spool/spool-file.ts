import { closeSync, fdatasync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import type { SpanBatch, SpoolFile } from "../encoding/span-batch.ts";
import type { KeptGroup } from "./kept-group.ts";
import { FILE_MODE } from "./spool-folder.ts";

/** Number of times that the service may refuse a batch while it takes others. */
const MAX_STRIKES = 5;

/** Spool that has a file. */
export interface SpanFileKeeper {
  /** Number of batches that the service has taken. */
  readonly taken: number;
  /** Called when the file is to be delivered later. */
  postponed(file: SpanFile): void;
  /** Called when the file was removed. */
  removed(file: SpanFile): void;
}

/** File with the spans of one batch: written while the batch gathers, kept until the batch is settled, read when it is delivered later. */
export class SpanFile implements SpoolFile {
  readonly path: string;
  size: number;
  spanCount = 0;
  isRead = false;
  /** True when the damaged records of the file are counted. */
  isCounted = false;
  /** Numbers of the groups of spans in the file. */
  readonly groups: Map<KeptGroup, number> = new Map();
  readonly #keeper: SpanFileKeeper;
  #fd: number | undefined;
  #isSealed = false;
  #isDirty = false;
  #isSyncing = false;
  /** Number of batches that are made of the file and not settled. */
  #holders = 1;
  #isKept = false;
  #strikes = 0;
  #takenAtRefusal: number | undefined;

  private constructor(path: string, size: number, keeper: SpanFileKeeper) {
    this.path = path;
    this.size = size;
    this.#keeper = keeper;
  }

  /** Creates a file to write to. Throws when that fails. */
  static create(path: string, keeper: SpanFileKeeper): SpanFile {
    const file = new SpanFile(path, 0, keeper);
    file.#fd = openSync(path, "wx", FILE_MODE);
    return file;
  }

  /** Returns a file that exists and was written by another process. */
  static existing(path: string, size: number, keeper: SpanFileKeeper): SpanFile {
    const file = new SpanFile(path, size, keeper);
    file.#isSealed = true;
    return file;
  }

  /** Writes bytes at the end. Throws when the disk does not take them; what was written of them is then cut off. */
  write(bytes: Uint8Array): void {
    if (this.#fd === undefined) throw new Error("its file could not be written before");
    try {
      for (let written = 0; written < bytes.length;) {
        written += writeSync(this.#fd, bytes, written, bytes.length - written, this.size + written);
      }
    } catch (error) {
      this.#cut();
      throw error;
    }
    this.size += bytes.length;
    this.#isDirty = true;
  }

  /** Ends the writing. */
  seal(): void {
    this.#isSealed = true;
    if (!this.#isDirty) this.sync();
  }

  /** Has the system write the content to the disk itself, in another thread, and closes a file that is complete. */
  sync(): void {
    if (this.#fd === undefined || this.#isSyncing) return;
    if (this.#isDirty) {
      this.#isDirty = false;
      this.#isSyncing = true;
      fdatasync(this.#fd, () => {
        this.#isSyncing = false;
        if (this.#isSealed) this.sync();
      });
    } else if (this.#isSealed) {
      this.#close();
    }
  }

  share(halves: readonly SpanBatch[]): void {
    this.#holders += halves.length - 1;
    for (const half of halves) half.file = this;
  }

  settle(isDone: boolean): void {
    if (!isDone) this.#isKept = true;
    if (--this.#holders > 0) return;
    if (this.#isKept) this.#keeper.postponed(this);
    else this.remove();
  }

  /** Begins another delivery, from what is read now. */
  reopen(spanCount: number): void {
    this.isRead = true;
    this.spanCount = spanCount;
    this.#holders = 1;
    this.#isKept = false;
  }

  remove(): void {
    this.#isSealed = true;
    this.#isDirty = false;
    this.sync();
    rmSync(this.path, { force: true });
    this.#keeper.removed(this);
  }

  isRefusedForGood(): boolean {
    const { taken } = this.#keeper;
    if (this.#takenAtRefusal !== undefined && taken > this.#takenAtRefusal) this.#strikes++;
    this.#takenAtRefusal = taken;
    return this.#strikes >= MAX_STRIKES;
  }

  /** Cuts off a record that was written in part. Nothing can follow a record that cannot be cut off. */
  #cut(): void {
    try {
      ftruncateSync(this.#fd!, this.size);
    } catch {
      this.#close();
    }
  }

  #close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}
