import { setImmediate } from "node:timers/promises";
import { type ExportOutcome, exportFailure, storedExport } from "../../../ingest/export-outcome.ts";
import { type ReceivedExport, mapExport } from "../../../ingest/map-export.ts";
import type { RefusedSpans } from "../../../ingest/otlp/refused-spans.ts";
import type { ModelMatcher } from "../../../ingest/prices/model-matcher.ts";
import type { ObservationRecord } from "../../../observations/observation-record.ts";
import { RecordsUnavailable } from "../../../storage/records.ts";

/** Time for which the spans of one export keep other requests waiting, in milliseconds. */
const TURN_MS = 5;

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
 * service makes few large inserts, and an idle one stores each export at once.
 */
export class ExportQueue {
  readonly #context: QueueContext;
  #waiting: Waiting[] = [];
  #storing: Promise<void> | undefined;

  constructor(context: QueueContext) {
    this.#context = context;
  }

  /** Stores every span of an export, or none. Never rejects. */
  async add(received: ReceivedExport): Promise<ExportOutcome> {
    try {
      const mapped = await this.#map(received);
      return await new Promise((settle) => {
        this.#waiting.push({ ...mapped, settle });
        this.#storing ??= this.#storeAll().finally(() => (this.#storing = undefined));
      });
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Resolves when everything that was added is stored or refused. */
  async settled(): Promise<void> {
    await this.#storing;
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
    while (this.#waiting.length > 0) {
      const batch = this.#next();
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
  }

  #next(): Waiting[] {
    let count = 0;
    const end = this.#waiting.findIndex(({ observations }, index) => {
      count += observations.length;
      return index > 0 && count > MOST_OBSERVATIONS;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }
}

function failureOf(error: unknown): ExportOutcome {
  return exportFailure(error, error instanceof RecordsUnavailable ? { advice: ADVICE } : undefined);
}

const ADVICE = "See that the database runs and can be reached from here; senders try again";
