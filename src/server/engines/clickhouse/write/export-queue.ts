import { setImmediate } from "node:timers/promises";
import { type ExportOutcome, exportFailure, storedExport } from "../../../ingest/export-outcome.ts";
import { type ReceivedExport, mapExport } from "../../../ingest/map-export.ts";
import type { RefusedSpans } from "../../../ingest/otlp/refused-spans.ts";
import type { ModelMatcher } from "../../../ingest/prices/model-matcher.ts";
import type { ObservationRecord } from "../../../observations/observation-record.ts";
import { ProjectQueue } from "../../../storage/project-queue.ts";
import { ProjectTurns } from "../../../storage/project-turns.ts";
import { RecordsUnavailable } from "../../../storage/records.ts";

/** Time for which the spans of one export keep other requests waiting, in milliseconds. */
const TURN_MS = 5;

/** Bytes of exports whose spans become observations at once. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Most observations of one insert, unless a single export has more. */
const MOST_OBSERVATIONS = 20_000;

/** Export whose observations wait to be stored. */
interface Waiting {
  observations: readonly ObservationRecord[];
  refused: RefusedSpans;
  settle: (outcome: ExportOutcome) => void;
}

/** Parts of the service that an export needs. */
interface QueueContext {
  models(): Promise<ModelMatcher>;
  /** Stores observations, all or none. */
  store(observations: readonly ObservationRecord[]): Promise<void>;
  /** False to keep metadata values as they were sent. */
  decodesMetadata: boolean;
  /** True for exports that are imported, whose times may be any. */
  isArchive?: boolean;
}

/**
 * Queue of trace exports. One insert is under way at a time; the exports that arrive meanwhile share the next one. So a busy
 * service makes few large inserts, and an idle one stores each export at once. Projects take turns, both where spans become observations and
 * at the inserts.
 */
export class ExportQueue {
  readonly #context: QueueContext;
  readonly #mapping = new ProjectTurns(MOST_BYTES);
  readonly #waiting = new ProjectQueue<Waiting>();
  #isStoring = false;
  readonly #open = new Set<Promise<ExportOutcome>>();

  constructor(context: QueueContext) {
    this.#context = context;
  }

  /** Stores every span of an export, or none. Never rejects. */
  async add(received: ReceivedExport): Promise<ExportOutcome> {
    const added = this.#add(received);
    this.#open.add(added);
    void added.then(() => this.#open.delete(added));
    return added;
  }

  /** Resolves when everything that was added is stored or refused. */
  async settled(): Promise<void> {
    await Promise.all(this.#open);
  }

  async #add(received: ReceivedExport): Promise<ExportOutcome> {
    try {
      const { projectId } = received.source;
      const mapped = await this.#mapping.run(projectId, received.body.length, async () => this.#map(received));
      return await new Promise((settle) => {
        this.#waiting.add(projectId, { ...mapped, settle });
        if (!this.#isStoring) void this.#storeAll();
      });
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Makes observations of the spans of an export. Other requests are answered in between. */
  async #map(received: ReceivedExport): Promise<Pick<Waiting, "observations" | "refused">> {
    const { decodesMetadata, isArchive = false } = this.#context;
    const models = await this.#context.models();
    const { spans, refused } = mapExport(received, { models, decodesMetadata, isArchive });
    const made: ObservationRecord[] = [];
    let end = performance.now() + TURN_MS;
    for (const { observation } of spans) {
      made.push(observation);
      if (performance.now() < end) continue;
      await setImmediate();
      end = performance.now() + TURN_MS;
    }
    return { observations: made, refused };
  }

  async #storeAll(): Promise<void> {
    this.#isStoring = true;
    for (let batch = this.#next(); batch.length > 0; batch = this.#next()) {
      let failure: ExportOutcome | undefined;
      try {
        await this.#context.store(batch.flatMap(({ observations }) => observations));
      } catch (error) {
        failure = failureOf(error);
      }
      const now = Date.now();
      for (const { settle, observations, refused } of batch) {
        const starts = observations.map(({ startTime }) => startTime);
        settle(failure ?? { status: 200, ...storedExport(starts, refused, now) });
      }
    }
    this.#isStoring = false;
  }

  /** Removes the exports of the next insert from the queue. */
  #next(): Waiting[] {
    const batch: Waiting[] = [];
    let count = 0;
    for (let next = this.#waiting.first; next !== undefined; next = this.#waiting.first) {
      count += next.observations.length;
      if (batch.length > 0 && count > MOST_OBSERVATIONS) break;
      this.#waiting.removeFirst();
      batch.push(next);
    }
    return batch;
  }
}

function failureOf(error: unknown): ExportOutcome {
  return exportFailure(error, error instanceof RecordsUnavailable ? { advice: ADVICE } : undefined);
}

const ADVICE = "See that the database runs and can be reached from here; senders try again";
