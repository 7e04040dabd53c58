import type { DatabaseSync } from "node:sqlite";
import { RecordReader } from "./database/record-reader.ts";
import { sql } from "../../storage/sql.ts";
import { ALL_MODELS, asModel } from "../../resources/models.ts";
import { ModelMatcher } from "../../ingest/prices/model-matcher.ts";
import { ModelsById } from "../../ingest/prices/models-by-id.ts";

/** Query for a text that differs after each change of the stored models; null without any. */
const STATE = sql<{ state: string | null }>`SELECT count(*) || ' ' || max(updatedAt) || ' ' || max(rowid) AS state
  FROM models`;

/** Price list as stored. It is read again only when it has changed. */
export class StoredModels {
  readonly #records: RecordReader;
  readonly #matcher = new ModelMatcher();
  #byId = new ModelsById([]);
  #seen: string | undefined;

  constructor(database: DatabaseSync) {
    this.#records = new RecordReader(database);
  }

  /** Returns a matcher over the current models. */
  current(): ModelMatcher {
    const state = this.#records.get(STATE)?.state ?? "";
    if (state !== this.#seen) {
      const stored = this.#records.all(ALL_MODELS).map(asModel);
      this.#matcher.use(stored);
      this.#byId = new ModelsById(stored);
      this.#seen = state;
    }
    return this.#matcher;
  }

  /** Returns the current models of all projects by their ids. */
  byId(): ModelsById {
    this.current();
    return this.#byId;
  }
}
