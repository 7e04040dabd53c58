import type { DatabaseSync, StatementSync } from "node:sqlite";
import { MetadataBudget } from "./metadata-budget.ts";
import { toObservation } from "./observation-mapping.ts";
import { type OtlpFormat, decodeExport } from "./otlp-decoding.ts";
import { OBSERVATION_COLUMNS, UPSERT_OBSERVATION } from "./schema.ts";

/** Turns trace exports into stored observations, each export in one transaction. */
export class ObservationWriter {
  readonly #database: DatabaseSync;
  readonly #projectId: string;
  readonly #upsert: StatementSync;

  constructor(database: DatabaseSync, projectId: string) {
    this.#database = database;
    this.#projectId = projectId;
    this.#upsert = database.prepare(UPSERT_OBSERVATION);
  }

  /** Stores every span of the export, or throws and stores none; see `decodeExport` for what is refused. */
  store(format: OtlpFormat, body: Uint8Array): void {
    const spans = decodeExport(format, body);
    if (spans.length === 0) return;
    const context = { projectId: this.#projectId, now: Date.now(), metadataBudget: new MetadataBudget() };
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      // One after the other: all observations of a large export would not fit into memory beside its spans.
      for (const span of spans) {
        const observation = toObservation(span, context);
        this.#upsert.run(...OBSERVATION_COLUMNS.map((column) => storable(observation[column])));
      }
      this.#database.exec("COMMIT");
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }
}

/** Node 22 reads text from SQLite up to the first NUL only, so that one is kept as the sign for what cannot be shown. */
function storable<T>(value: T): T | string {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value;
}
