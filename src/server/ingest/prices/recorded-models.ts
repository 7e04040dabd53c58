import type { Records } from "../../storage/records.ts";
import { sql } from "../../storage/sql.ts";
import { ALL_MODELS, asModel } from "../../resources/models.ts";
import { ModelMatcher } from "./model-matcher.ts";
import { ModelsById } from "./models-by-id.ts";

/** Query for numbers of which one differs after each change of the stored models. */
const STATE = sql<Record<string, unknown>>`SELECT count(*) AS number, max(updatedAt) AS latest, sum(updatedAt) AS total
  FROM models`;

/** Price list in the records of the service. It is read again only when it has changed. */
export class RecordedModels {
  readonly #records: Records;
  readonly #matcher = new ModelMatcher();
  #byId = new ModelsById([]);
  #seen = "";

  constructor(records: Records) {
    this.#records = records;
  }

  /** Returns a matcher over the current models. */
  async current(): Promise<ModelMatcher> {
    const seen = JSON.stringify(await this.#records.get(STATE));
    if (seen !== this.#seen) {
      const stored = (await this.#records.all(ALL_MODELS)).map(asModel);
      this.#matcher.use(stored);
      this.#byId = new ModelsById(stored);
      this.#seen = seen;
    }
    return this.#matcher;
  }

  /** Returns the current models of all projects by their ids. */
  async byId(): Promise<ModelsById> {
    await this.current();
    return this.#byId;
  }
}
