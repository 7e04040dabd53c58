import type { DatabaseSync, StatementSync } from "node:sqlite";
import { ALL_MODELS, type Model, asModel } from "../../stores/models.ts";
import { BUILT_IN_MODELS } from "./built-in-models.ts";
import { ModelMatcher } from "./model-matcher.ts";

/** Price list as stored. It is read again only when it has changed. */
export class StoredModels {
  readonly #all: StatementSync;
  readonly #state: StatementSync;
  readonly #matcher = new ModelMatcher();
  #byId = new Map<string, Model>();
  #seen: string | undefined;

  constructor(database: DatabaseSync) {
    this.#all = database.prepare(ALL_MODELS);
    this.#state = database.prepare(
      "SELECT count(*) || ' ' || max(updatedAt) || ' ' || max(rowid) AS state FROM models",
    );
  }

  /** Returns a matcher over the current models. */
  current(): ModelMatcher {
    const state = String(this.#state.get()?.["state"]);
    if (state !== this.#seen) {
      const stored = this.#all.all().map(asModel);
      this.#matcher.use(stored);
      this.#byId = new Map([...BUILT_IN_MODELS, ...stored].map((model) => [model.id, model]));
      this.#seen = state;
    }
    return this.#matcher;
  }

  /** Returns the model with this id, of any project. */
  find(id: string): Model | undefined {
    this.current();
    return this.#byId.get(id);
  }
}
