import {
  amountKept,
  logger,
  LossReport,
  safeSetInterval,
  safeSetTimeout,
  withoutTracing,
  type Bytes,
} from "@svc/core/internal";
import { fsync, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { BatchKeeper } from "../delivery/batch-keeper.ts";
import type { KeptGroup } from "./kept-group.ts";
import type { SpanBatch } from "../encoding/span-batch.ts";
import { SpanFile, type SpanFileKeeper } from "./spool-file.ts";
import { privateFolder } from "./spool-folder.ts";
import { hashOf, parseSpansName, spansName } from "./spool-names.ts";
import { SpoolOwner } from "./spool-owner.ts";
import { readRecords, RECORD, RecordBuffer } from "./spool-records.ts";
import { takeOverFiles } from "./take-over.ts";

/** Time within which what is written also survives a crash of the machine. */
const SYNC_MS = 500;

/** Number of files that may wait for that: each is open. */
const MAX_UNSYNCED = 16;

/** Interval at which a process looks for files of others that have ended. */
const TAKE_OVER_MS = 60_000;

/** Time for which a folder that failed is left alone. */
const PAUSE_AFTER_FAILURE_MS = 5_000;

/** Age after which the sizes of the files of other processes are read again. */
const SIZES_MS = 5_000;

/** Largest size of the files that are read at the end of the process: reading, compressing and sending them takes time. */
const MAX_BYTES_AT_EXIT = 16 * 1024 * 1024;

export interface SpoolOptions {
  readonly folder: string;
  /** Size that all files of the folder together may have. */
  readonly maxBytes: number;
  /** Text that names where the spans go: address and public key. Files for another destination are left alone. */
  readonly destination: string;
}

/** Spool in a folder that several processes may share. Each file has one owner, see {@link SpoolOwner}. */
export class DiskSpool implements BatchKeeper, SpanFileKeeper {
  readonly #options: SpoolOptions;
  readonly #folder: string;
  readonly #destination: string;
  readonly #owner: SpoolOwner;
  readonly #records = new RecordBuffer();
  readonly #losses = new LossReport("span");
  /** Files of this spool, and those taken over, that are not removed. */
  readonly #files = new Set<SpanFile>();
  #open: SpanFile | undefined;
  /** Files that can be read for another delivery. */
  #waiting: SpanFile[] = [];
  #number = 0;
  #ownBytes = 0;
  #otherBytes = 0;
  #sizesReadAt = -Infinity;
  #pausedUntil = -Infinity;
  readonly #unsynced = new Set<SpanFile>();
  #syncTimer: ReturnType<typeof setTimeout> | undefined;
  /** Descriptor of the folder, to have the names of new files written to the disk; undefined on Windows. */
  readonly #folderFd: number | undefined;
  #hasNewFiles = false;
  #takeOverTimer: ReturnType<typeof setInterval> | undefined;
  /** Number of batches that the service has taken. */
  taken = 0;
  #isReading = false;
  #isEnding = false;
  #unkept = 0;
  #unkeptSaid = 0;

  /** Throws when the folder cannot be used. */
  constructor(options: SpoolOptions) {
    this.#options = options;
    this.#folder = privateFolder(resolve(options.folder));
    this.#destination = hashOf(options.destination, 12);
    this.#owner = new SpoolOwner(this.#folder);
    this.#folderFd = process.platform === "win32" ? undefined : openSync(this.#folder, "r");
  }

  add(group: KeptGroup, size: number): void {
    this.#keep(1, (file) => this.#putGroup(file, group) && this.#putSpan(file, group, size));
  }

  addBody(body: Bytes, spanCount: number): void {
    this.#keep(spanCount, (file) => this.#put(file, this.#records.record(RECORD.BODY, spanCount, body)));
  }

  seal(): SpanFile | undefined {
    const file = this.#open;
    this.#open = undefined;
    this.#records.shrink();
    if (file === undefined) return undefined;
    if (file.spanCount === 0) {
      file.remove();
      return undefined;
    }
    file.groups.clear();
    file.seal();
    return file;
  }

  takeOver(onFound: () => void): void {
    const look = (): void => void this.#lookForFiles(onFound);
    safeSetTimeout(look, 0);
    this.#takeOverTimer = safeSetInterval(look, TAKE_OVER_MS);
  }

  next(take: (batch: SpanBatch) => void): void {
    if (!this.#isReading) void this.#readNext(take);
  }

  nextAtExit(maxBytes: number): SpanBatch[] {
    if (this.#isEnding) return [];
    this.#isEnding = true;
    const batches: SpanBatch[] = [];
    let left = Math.min(maxBytes, MAX_BYTES_AT_EXIT);
    for (const file of this.#waiting.splice(0)) {
      left -= file.size;
      if (left < 0) break;
      const batch = this.#read(file, contentOf(file.path));
      if (batch) batches.push(batch);
    }
    this.#losses.sayRest();
    if (this.#files.size === 0) this.#owner.release();
    return batches;
  }

  noteTaken(): void {
    this.taken++;
  }

  logKept(spanCount: number, reason: string): void {
    if (spanCount > 0) logger.warn(`${amountKept(spanCount)}: ${reason}`);
  }

  close(): void {
    clearInterval(this.#takeOverTimer);
    this.#isEnding = true;
    this.#losses.sayRest();
    this.seal()?.settle(false);
    this.#sync();
    this.#owner.release();
  }

  postponed(file: SpanFile): void {
    this.#waiting.push(file);
  }

  removed(file: SpanFile): void {
    if (!this.#files.delete(file)) return;
    this.#ownBytes -= file.size;
    this.#unsynced.delete(file);
    if (this.#isEnding && this.#files.size === 0) this.#owner.release();
  }

  async #readNext(take: (batch: SpanBatch) => void): Promise<void> {
    this.#isReading = true;
    let batch: SpanBatch | undefined;
    while (batch === undefined && this.#waiting.length > 0) {
      const file = this.#waiting.shift()!;
      batch = this.#read(file, await withoutTracing(() => readFile(file.path)).catch((error: Error) => error));
    }
    this.#isReading = false;
    if (batch) take(batch);
  }

  /** Writes spans to the file of the next batch. `put` returns false when they do not fit. */
  #keep(spanCount: number, put: (file: SpanFile) => boolean): void {
    if (this.#pausedUntil > performance.now()) {
      this.#unkept += spanCount;
      return;
    }
    try {
      const isKept = withoutTracing(() => put((this.#open ??= this.#create())));
      if (isKept) this.#open!.spanCount += spanCount;
      else this.#sayUnkept(spanCount, `its files have ${this.#options.maxBytes} bytes; raise SVC_SPOOL_MAX_SIZE_BYTES`);
    } catch (error) {
      this.#pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
      this.#sayUnkept(spanCount, (error as Error).message);
    }
  }

  #create(): SpanFile {
    this.#owner.lock();
    const path = join(this.#folder, spansName(this.#owner.name, this.#destination, ++this.#number));
    const file = SpanFile.create(path, this);
    this.#files.add(file);
    this.#hasNewFiles = true;
    return file;
  }

  #putGroup(file: SpanFile, group: KeptGroup): boolean {
    if (file.groups.has(group)) return true;
    const [resource, scope] = group.surroundings();
    if (!this.#put(file, this.#records.record(RECORD.GROUP, resource.length, resource, scope))) return false;
    file.groups.set(group, file.groups.size);
    return true;
  }

  #putSpan(file: SpanFile, group: KeptGroup, size: number): boolean {
    return this.#put(file, this.#records.record(RECORD.SPAN, file.groups.get(group)!, group.last(size)));
  }

  #put(file: SpanFile, record: Buffer): boolean {
    if (!this.#hasRoomFor(record.length)) return false;
    file.write(record);
    this.#ownBytes += record.length;
    this.#unsynced.add(file);
    if (this.#unsynced.size > MAX_UNSYNCED) this.#sync();
    else this.#syncTimer ??= safeSetTimeout(() => this.#sync(), SYNC_MS);
    return true;
  }

  #hasRoomFor(bytes: number): boolean {
    const { maxBytes } = this.#options;
    const now = performance.now();
    if (now - this.#sizesReadAt > SIZES_MS) {
      this.#sizesReadAt = now;
      this.#otherBytes = this.#bytesOfOthers();
    }
    return this.#ownBytes + this.#otherBytes + bytes <= maxBytes;
  }

  #bytesOfOthers(): number {
    let bytes = 0;
    for (const name of readdirSync(this.#folder)) {
      const owner = parseSpansName(name)?.owner;
      if (owner === undefined || owner === this.#owner.name) continue;
      bytes += statSync(join(this.#folder, name), { throwIfNoEntry: false })?.size ?? 0;
    }
    return bytes;
  }

  #sync(): void {
    clearTimeout(this.#syncTimer);
    this.#syncTimer = undefined;
    withoutTracing(() => {
      for (const file of this.#unsynced) file.sync();
      if (this.#hasNewFiles && this.#folderFd !== undefined) fsync(this.#folderFd, () => {});
    });
    this.#unsynced.clear();
    this.#hasNewFiles = false;
  }

  async #lookForFiles(onFound: () => void): Promise<void> {
    try {
      const taken = await takeOverFiles(this.#folder, this.#owner, this.#destination, () => ++this.#number);
      for (const { path, size } of taken) {
        const file = SpanFile.existing(path, size, this);
        this.#files.add(file);
        this.#ownBytes += size;
        this.#waiting.push(file);
      }
      if (this.#waiting.length > 0) onFound();
    } catch (error) {
      logger.warnOnce(`The spool could not take over files of processes that have ended: ${(error as Error).message}`);
    }
  }

  /** Returns the batch of a file. Counts what cannot be read. */
  #read(file: SpanFile, content: Buffer | Error): SpanBatch | undefined {
    if (content instanceof Error) {
      logger.error(`A file of the spool stays where it is, because it cannot be read: ${content.message}`);
      this.#files.delete(file);
      this.#ownBytes -= file.size;
      return undefined;
    }
    const { body, spanCount, damaged } = readRecords(content);
    // The process that wrote the file may have sent the spans, and may have ended before it removed the file.
    const mayHaveArrived = true;
    const reason = `their records in ${this.#folder} are damaged or cut off`;
    if (!file.isCounted) this.#losses.add(damaged, reason, mayHaveArrived);
    file.isCounted = true;
    if (spanCount === 0) {
      file.remove();
      return undefined;
    }
    file.reopen(spanCount);
    return { body, contentEncoding: undefined, spanCount, mayHaveArrived, file };
  }

  /** Says how many spans are not on disk: at first, then each time their number has grown tenfold. */
  #sayUnkept(spanCount: number, reason: string): void {
    this.#unkept += spanCount;
    if (this.#unkept < this.#unkeptSaid * 10) return;
    this.#unkeptSaid = this.#unkept;
    const amount = this.#unkept === 1 ? "1 span waits" : `${this.#unkept} spans wait`;
    logger.warn(`${amount} only in memory, the spool ${this.#folder} does not take them: ${reason}`);
  }
}

function contentOf(path: string): Buffer | Error {
  try {
    return readFileSync(path);
  } catch (error) {
    return error as Error;
  }
}
