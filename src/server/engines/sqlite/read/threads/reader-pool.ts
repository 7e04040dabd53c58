import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { EncodedJson } from "../../../../http/encoded-json.ts";
import type { DatabaseLocation } from "../../database/database.ts";
import type { FileDamage } from "../../database/file-damage.ts";
import { ReadTooLong } from "../../../../storage/records.ts";
import { workerOptions } from "../../../../storage/worker-options.ts";
import type { ReadName, ReadParameters, ReadResult } from "../../../../query/observation-reads.ts";
import type { ReadOutcome, ReadTask, ReaderRequest } from "./reader-messages.ts";

const READER_FILE = new URL("./reader.mjs", import.meta.url);

/** Most threads for one project. At least two, so that one slow read does not hold up all others. Over four would only use memory. */
const MOST_OF_A_PROJECT = Math.min(4, Math.max(2, availableParallelism()));

/** Most reader threads: one more than a project may have, so that the slow reads of one project leave a thread to the others. */
const MOST_READERS = MOST_OF_A_PROJECT + 1;

interface Waiting {
  task: ReadTask;
  settle: (outcome: ReadOutcome) => void;
  timer?: NodeJS.Timeout;
}

/**
 * Pool of threads that read, each with its own connection. A long read holds up neither the thread that takes requests nor the
 * writer. The pool starts a thread when all others are busy. The next read replaces a thread that ended by itself, or that the pool
 * ended because its read took too long.
 */
export class ReaderPool {
  readonly #location: DatabaseLocation;
  readonly #damage: FileDamage;
  readonly #timeoutMs: number;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  readonly #queue: Waiting[] = [];
  readonly #underWay = new Map<Worker, Waiting>();
  #isClosed = false;

  /** `damage` gets to know of a damaged file. `timeoutMs`: longest time of one read in its thread. */
  constructor(location: DatabaseLocation, damage: FileDamage, timeoutMs: number) {
    this.#location = location;
    this.#damage = damage;
    this.#timeoutMs = timeoutMs;
    // Started now, so that the first read does not wait for a thread to start.
    this.#idle.push(this.#start());
  }

  /** Runs a read. Returns the result as JSON text, which the thread encodes. */
  async json<Name extends ReadName>(read: Name, ...parameters: ReadParameters<Name>): Promise<EncodedJson> {
    const outcome = await this.#run({ read, parameters, isJson: true });
    if ("json" in outcome) return new EncodedJson(outcome.json);
    throw "error" in outcome ? outcome.error : new Error(`the read ${read} gave no JSON`);
  }

  /** Runs a read. Returns the result. */
  async value<Name extends ReadName>(read: Name, ...parameters: ReadParameters<Name>): Promise<ReadResult<Name>> {
    const outcome = await this.#run({ read, parameters, isJson: false });
    if ("result" in outcome) return outcome.result as ReadResult<Name>;
    throw "error" in outcome ? outcome.error : new Error(`the read ${read} gave no result`);
  }

  /** Checks the pages of the file in a thread of its own, which holds up no read and not the end of the process. */
  check(): void {
    const worker = new Worker(READER_FILE, workerOptions(this.#location));
    worker.once("message", (outcome: ReadOutcome) => {
      if ("isDamage" in outcome) this.#damage.found();
      worker.postMessage("close" satisfies ReaderRequest, []);
    });
    worker.once("error", (error) => this.#damage.noteEnd(error));
    worker.unref();
    worker.postMessage("check" satisfies ReaderRequest, []);
  }

  /** Ends the threads. Reads that are waiting or under way fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { settle } of this.#queue.splice(0)) settle({ error: new Error("The service ends") });
    await Promise.all(
      [...this.#all].map(async (worker) => {
        const ended = new Promise((resolve) => worker.once("exit", resolve));
        if (this.#underWay.has(worker)) void worker.terminate();
        else worker.postMessage("close" satisfies ReaderRequest, []);
        await ended;
      }),
    );
  }

  async #run(task: ReadTask): Promise<ReadOutcome> {
    return new Promise((settle) => {
      if (this.#isClosed) settle({ error: new Error("The service ends") });
      this.#queue.push({ task, settle });
      this.#assign();
    });
  }

  /** Gives waiting reads to idle threads. */
  #assign(): void {
    while (!this.#isClosed) {
      const place = this.#nextPlace();
      if (place === undefined) return;
      const worker = this.#idle.pop() ?? (this.#all.size < MOST_READERS ? this.#start() : undefined);
      const next = worker && this.#queue.splice(place, 1)[0];
      if (worker === undefined || next === undefined) return;
      this.#underWay.set(worker, next);
      next.timer = setTimeout(() => this.#interrupt(worker, next), this.#timeoutMs);
      worker.postMessage(next.task satisfies ReaderRequest, []);
    }
  }

  /** Returns the place of the read that goes next: the first one of the project with the fewest reads under way. */
  #nextPlace(): number | undefined {
    const running = new Map<string, number>();
    for (const { task } of this.#underWay.values()) {
      running.set(task.parameters[0], (running.get(task.parameters[0]) ?? 0) + 1);
    }
    let fewest = MOST_OF_A_PROJECT;
    let next: number | undefined;
    for (const [place, { task }] of this.#queue.entries()) {
      const count = running.get(task.parameters[0]) ?? 0;
      if (count < fewest) [fewest, next] = [count, place];
      if (count === 0) break;
    }
    return next;
  }

  #start(): Worker {
    const worker = new Worker(READER_FILE, workerOptions(this.#location));
    let error = new Error("The reader ended before it had an answer");
    this.#all.add(worker);
    worker.on("message", (outcome: ReadOutcome) => {
      if ("isDamage" in outcome) this.#damage.found();
      this.#settle(worker, outcome);
      this.#idle.push(worker);
      this.#assign();
    });
    worker.on("error", (cause) => {
      this.#damage.noteEnd(cause);
      error = cause instanceof Error ? cause : new Error(String(cause));
    });
    worker.on("exit", () => {
      this.#all.delete(worker);
      const place = this.#idle.indexOf(worker);
      if (place >= 0) this.#idle.splice(place, 1);
      this.#settle(worker, { error });
      this.#assign();
    });
    return worker;
  }

  /** Ends a read that takes too long, and its thread. The read counts as under way until the thread has ended. */
  #interrupt(worker: Worker, { settle }: Waiting): void {
    settle({ error: new ReadTooLong(this.#timeoutMs) });
    void worker.terminate();
  }

  #settle(worker: Worker, outcome: ReadOutcome): void {
    const waiting = this.#underWay.get(worker);
    clearTimeout(waiting?.timer);
    waiting?.settle(outcome);
    this.#underWay.delete(worker);
  }
}
