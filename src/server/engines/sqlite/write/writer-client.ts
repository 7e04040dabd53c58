import { Worker } from "node:worker_threads";
import type { PruneStep } from "../../../storage/pruning/prune-total.ts";
import type { PruneLimits } from "../retention/pruning.ts";
import {
  type Statement,
  type StatementResult,
  type StatementWriter,
  WriteConflict,
  WriteUnavailable,
} from "../../../storage/records.ts";
import type { FileDamage } from "../database/file-damage.ts";
import { workerOptions } from "../../../storage/worker-options.ts";
import type { ExportOutcome } from "../../../ingest/export-outcome.ts";
import { ProjectTurns } from "../../../storage/project-turns.ts";
import type { OtlpFormat } from "../../../ingest/otlp/otlp-decoding.ts";
import type { SpanSource } from "../../../ingest/span-source.ts";
import type {
  Outcomes,
  SentStatement,
  StatementsMessage,
  TaskOutcome,
  WriterReply,
  WriterRequest,
  WriterSettings,
  WriterTask,
} from "./writer-messages.ts";

const WRITER_FILE = new URL("./writer.mjs", import.meta.url);

interface Waiting {
  settle: (outcome: never) => void;
  kind: WriterTask["kind"];
}

/** Bytes of exports that are with the writer at once. More would wait there, where no other project can go before them. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Client of the one writer of the database. The writer runs in a thread of its own, so that decoding a large export does not
 * block readers. When the thread ends unexpectedly, only its current tasks are lost: the next task starts a new thread.
 */
export class WriterClient implements StatementWriter {
  readonly #settings: WriterSettings;
  readonly #waiting = new Map<number, Waiting>();
  readonly #damage: FileDamage;
  readonly #turns = new ProjectTurns(MOST_BYTES);
  #worker: Worker | undefined;
  #lastId = 0;

  /** `damage` gets to know of a damaged file, into which nothing is written any more. */
  constructor(settings: WriterSettings, damage: FileDamage) {
    this.#settings = settings;
    this.#damage = damage;
    damage.onFound = () => this.#end();
    this.#worker = this.#start();
  }

  /** Sends one export to the writer, when its project has its turn. The bytes move to its thread and are no longer readable here. Never rejects. */
  async ingest(format: OtlpFormat, body: Uint8Array<ArrayBuffer>, source: SpanSource): Promise<ExportOutcome> {
    return this.#turns.run(source.projectId, body.length, async () =>
      this.#ask({ kind: "export", format, body, source }, [body.buffer]),
    );
  }

  async execute(statements: Statement[]): Promise<StatementResult[]> {
    return unwrap(await this.#ask({ kind: "execute", ...asMessage(statements) }));
  }

  /**
   * Removes the data over the limits in steps, with other tasks in between. The caller may stop early; the next call continues
   * the same run with its limits.
   */
  async *prune(limits: PruneLimits): AsyncGenerator<PruneStep, void> {
    for (;;) {
      const step = unwrap(await this.#ask({ kind: "prune", limits }));
      if (step === "done") return;
      yield step;
    }
  }

  /** Ends the writer as a crash would. Its tasks are answered as lost. */
  async crash(): Promise<void> {
    await this.#ask({ kind: "crash" });
  }

  /** Ends the writer after all its tasks are stored. */
  async close(): Promise<void> {
    await this.#turns.settled();
    const worker = this.#worker;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    this.#end();
    await ended;
  }

  #end(): void {
    this.#worker?.postMessage("close" satisfies WriterRequest, []);
  }

  async #ask<Task extends WriterTask>(task: Task, moved: ArrayBuffer[] = []): Promise<Outcomes[Task["kind"]]> {
    if (this.#damage.isFound) return lost(task.kind, DAMAGED, { isDamage: true }) as Outcomes[Task["kind"]];
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, { settle: resolve, kind: task.kind });
      worker.postMessage({ ...task, id } satisfies WriterRequest, moved);
    });
  }

  #start(): Worker {
    const worker = new Worker(WRITER_FILE, workerOptions(this.#settings));
    let cause = "The writer thread ended before it stored the data";
    worker.on("message", ({ id, outcome }: WriterReply) => {
      if ("isDamage" in outcome) this.#damage.found();
      this.#waiting.get(id)?.settle(outcome as never);
      this.#waiting.delete(id);
    });
    worker.on("error", (error) => {
      this.#damage.noteEnd(error);
      cause = error instanceof Error ? error.message : String(error);
    });
    worker.on("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#failAll(cause);
    });
    return worker;
  }

  #failAll(cause: string): void {
    const damage = this.#damage.isFound ? ({ isDamage: true } as const) : undefined;
    for (const { settle, kind } of this.#waiting.values()) {
      settle(lost(kind, cause, damage) as never);
    }
    this.#waiting.clear();
  }
}

/** Returns statements as a message has them. A message loses the getters of SQL, and would copy the text of each statement. */
function asMessage(statements: readonly Statement[]): StatementsMessage {
  const numbers = new Map<string, number>();
  const sent = statements.map(({ sql, values, mustChange = false }): SentStatement => {
    const text = numbers.get(sql) ?? numbers.size;
    numbers.set(sql, text);
    return { text, values, mustChange };
  });
  return { texts: [...numbers.keys()], statements: sent };
}

/** Cause of a write that is not made because the file is damaged. */
const DAMAGED = "the database file is damaged";

/** Returns the outcome of a task that was not done. */
function lost(kind: WriterTask["kind"], cause: string, damage?: { isDamage: true }): Outcomes[WriterTask["kind"]] {
  return kind === "export" ? { status: 503, cause, ...damage } : { failed: cause, isUnavailable: true, ...damage };
}

function unwrap<T>(outcome: TaskOutcome<T>): T {
  if ("done" in outcome) return outcome.done;
  if ("failed" in outcome)
    throw outcome.isUnavailable ? new WriteUnavailable(outcome.failed) : new Error(outcome.failed);
  throw new WriteConflict(outcome.conflict, outcome.statement, outcome.message);
}
