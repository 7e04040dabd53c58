import type { DatabaseSync, StatementSync } from "node:sqlite";
import { ModelMatcher } from "./model-matching.ts";
import { ALL_MODELS, asModel } from "./stores/models.ts";

/** The price list as it is stored, read anew only when it changed. */
export class StoredModels {
  readonly #all: StatementSync;
  readonly #state: StatementSync;
  readonly #matcher = new ModelMatcher();
  #seen: string | undefined;

  constructor(database: DatabaseSync) {
    this.#all = database.prepare(ALL_MODELS);
    this.#state = database.prepare(
      "SELECT count(*) || ' ' || max(updatedAt) || ' ' || max(rowid) AS state FROM models",
    );
  }

  /** A matcher over the models there are now. */
  current(): ModelMatcher {
    const state = String(this.#state.get()?.["state"]);
    if (state !== this.#seen) {
      this.#matcher.use(this.#all.all().map(asModel));
      this.#seen = state;
    }
    return this.#matcher;
  }
}
