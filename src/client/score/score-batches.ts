import { utf8Size } from "@svc/core/internal";
import { createBatch, type ScoreBatch } from "./score-batch.ts";

/** Largest number of scores in a batch. Contract: "Limits", scores per batch. */
const SCORES_PER_BATCH = 100;

/** Largest size of a batch, in bytes: services take a megabyte of JSON. A larger score is sent alone. */
const BYTES_PER_BATCH = 900_000;

/** Largest number of scores that are not settled: waiting, or being sent. `add` returns false for any more. */
export const MAX_SCORES = 100_000;

/** Batches of scores that are not settled: the one that grows, those ready to be sent, and those under way. */
export class ScoreBatches {
  /** Batches ready to be sent. */
  ready: ScoreBatch[] = [];
  readonly #maxBytes: number;
  /**
   * Batch that takes new scores. The first of them makes it: a Worker of Cloudflare must not wait for what another request
   * has made.
   */
  #open: ScoreBatch | undefined;
  readonly #closed = new Set<ScoreBatch>();
  #size = 0;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Number of scores. */
  get size(): number {
    return this.#size;
  }

  /** Number of scores in the batch that grows. */
  get openSize(): number {
    return this.#open?.texts.length ?? 0;
  }

  /** Adds the JSON text of a score. Returns false, and adds nothing, when the number or the bytes of scores reach their limit. */
  add(text: string): boolean {
    const bytes = utf8Size(text);
    if (this.#size >= MAX_SCORES || this.#bytes + bytes > this.#maxBytes) return false;
    if (this.#open !== undefined && this.#open.bytes + bytes > BYTES_PER_BATCH) this.close();
    const batch = (this.#open ??= createBatch());
    batch.texts.push(text);
    batch.bytes += bytes;
    this.#bytes += bytes;
    this.#size++;
    if (batch.texts.length >= SCORES_PER_BATCH) this.close();
    return true;
  }

  /** Makes the batch that grows ready, unless it is empty. Returns all batches. */
  close(): ReadonlySet<ScoreBatch> {
    if (this.#open !== undefined) {
      this.ready.push(this.#open);
      this.#closed.add(this.#open);
      this.#open = undefined;
    }
    return this.#closed;
  }

  has(batch: ScoreBatch): boolean {
    return this.#closed.has(batch);
  }

  remove(batch: ScoreBatch): void {
    this.#closed.delete(batch);
    this.#size -= batch.texts.length;
    this.#bytes -= batch.bytes;
  }

  /** Removes and returns all batches. */
  takeAll(): ScoreBatch[] {
    const batches = [...this.close()];
    this.ready = [];
    for (const batch of batches) this.remove(batch);
    return batches;
  }
}
