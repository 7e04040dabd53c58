import { Worker } from "node:worker_threads";
import type { OtlpFormat } from "./otlp-decoding.ts";
import type { ExportMessage, WriteOutcome, WriterReply, WriterRequest, WriterSettings } from "./writer-messages.ts";

const WRITER_FILE = new URL("./writer.mjs", import.meta.url);

// The writer needs none of what the application preloads with --import or --require, and Node 22 would warn that its
// SQLite is an experiment once more for every thread.
const EXEC_ARGV = ["--disable-warning=ExperimentalWarning"];

// About twice what the most wasteful body within the size limit takes once decoded, whatever the machine's own default is.
const LIMITS = { maxOldGenerationSizeMb: 2_048 };

type Settle = (outcome: WriteOutcome) => void;

/**
 * The one writer of the database, in a thread of its own so that decoding a large export does not hold up readers.
 * A writer that ends by itself takes only the exports it was given with it: the next export starts a new one.
 */
export class WriterClient {
  readonly #settings: WriterSettings;
  readonly #waiting = new Map<number, Settle>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(settings: WriterSettings) {
    this.#settings = settings;
    this.#worker = this.#start();
  }

  /** Hands one export to the writer; the bytes move there and are no longer readable here. Never rejects. */
  async write(format: OtlpFormat, body: Uint8Array<ArrayBuffer>): Promise<WriteOutcome> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const message: ExportMessage = { id: ++this.#lastId, format, body };
    return new Promise((resolve) => {
      this.#waiting.set(message.id, resolve);
      worker.postMessage(message satisfies WriterRequest, [body.buffer]);
    });
  }

  /** Ends the writer once everything it was given is stored. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage("close" satisfies WriterRequest, []);
    await ended;
  }

  #start(): Worker {
    const worker = new Worker(WRITER_FILE, { workerData: this.#settings, execArgv: EXEC_ARGV, resourceLimits: LIMITS });
    let cause = "The writer ended before it had stored the export";
    worker.on("message", ({ id, outcome }: WriterReply) => {
      this.#waiting.get(id)?.(outcome);
      this.#waiting.delete(id);
    });
    worker.on("error", (error) => {
      cause = error instanceof Error ? error.message : String(error);
    });
    worker.on("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#failAll(cause);
    });
    return worker;
  }

  #failAll(cause: string): void {
    for (const settle of this.#waiting.values()) settle({ status: 503, cause });
    this.#waiting.clear();
  }
}
