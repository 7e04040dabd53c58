import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { EXPERIMENT_COLUMNS, OBSERVATION_COLUMNS } from "../../../observations/observation-columns.ts";
import type { ObservationRecord } from "../../../observations/observation-record.ts";
import { hasFullText } from "../database/full-text.ts";
import { type ReceivedExport, mapExport } from "../../../ingest/map-export.ts";
import { StoredModels } from "../stored-models.ts";
import { type StoredExport, storedExport } from "../../../ingest/export-outcome.ts";
import { CallCounting } from "./call-counting.ts";
import { INSERT_OBSERVATION, PUT_EXPERIMENT, REPLACE_OBSERVATION } from "./observation-statements.ts";

/** Writer that turns trace exports into stored observations. */
export class ObservationWriter {
  readonly #decodesMetadata: boolean;
  readonly #isArchive: boolean;
  readonly #models: StoredModels;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #putContent: StatementSync;
  readonly #dropContent: StatementSync;
  readonly #putExperiment: StatementSync;
  readonly #dropExperiment: StatementSync;
  readonly #putText: StatementSync | undefined;
  readonly #counting: CallCounting;

  /** `isArchive`: true for exports that are imported, whose times may be any. */
  constructor(database: DatabaseSync, decodesMetadata: boolean, isArchive = false) {
    this.#isArchive = isArchive;
    this.#models = new StoredModels(database);
    this.#counting = new CallCounting(database);
    this.#decodesMetadata = decodesMetadata;
    this.#insert = database.prepare(INSERT_OBSERVATION);
    this.#replace = database.prepare(REPLACE_OBSERVATION);
    this.#putContent = database.prepare("INSERT INTO observation_content VALUES (?, ?, ?)");
    this.#dropContent = database.prepare("DELETE FROM observation_content WHERE seq = ?");
    this.#putExperiment = database.prepare(PUT_EXPERIMENT);
    this.#dropExperiment = database.prepare("DELETE FROM observation_experiments WHERE seq = ?");
    if (hasFullText(database)) {
      this.#putText = database.prepare("INSERT INTO observation_text (rowid, input, output) VALUES (?, ?, ?)");
    }
  }

  /**
   * Stores the spans of the export that are not refused. Throws for a span that cannot be stored; the transaction of the caller must then
   * undo the others.
   */
  store(received: ReceivedExport): StoredExport {
    const { spans, refused, now } = mapExport(received, {
      models: this.#models.current(),
      decodesMetadata: this.#decodesMetadata,
      isArchive: this.#isArchive,
    });
    const starts: number[] = [];
    const counting = this.#counting.begin(received.source.projectId);
    for (const { observation, scope } of spans) {
      this.#put(observation);
      counting.add(observation, scope);
      starts.push(observation.startTime);
    }
    counting.end();
    return storedExport(starts, refused, now);
  }

  /** Stores observations as they are, in the transaction of the caller. */
  storeRecords(observations: readonly ObservationRecord[]): void {
    for (const observation of observations) this.#put(observation);
  }

  #put(observation: ObservationRecord): void {
    const seq = this.#putFields(OBSERVATION_COLUMNS.map((column) => storable(observation[column])));
    if (seq === undefined) return;
    const { input, output, experiment } = observation;
    if (input !== null || output !== null) {
      const content = [seq, storable(input), storable(output)];
      this.#putContent.run(...content);
      this.#putText?.run(...content);
    }
    if (experiment) this.#putExperiment.run(seq, ...EXPERIMENT_COLUMNS.map((column) => storable(experiment[column])));
  }

  /**
   * Stores the fields of an observation and returns its number. Of a span that is stored already, it drops everything else. Returns
   * undefined, and changes nothing, when a later state of the span is stored.
   */
  #putFields(values: readonly SQLInputValue[]): number | bigint | undefined {
    const { changes, lastInsertRowid } = this.#insert.run(...values);
    if (changes === 1) return lastInsertRowid;
    const replaced = this.#replace.get(...values);
    if (replaced === undefined) return undefined;
    const seq = Number(replaced["seq"]);
    this.#dropContent.run(seq);
    this.#dropExperiment.run(seq);
    return seq;
  }
}

/**
 * Replaces each NUL in a text by U+FFFD, the replacement character. Node 22 reads text from SQLite only up to the first NUL.
 */
function storable<T extends SQLInputValue>(value: T): T | string {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
}
