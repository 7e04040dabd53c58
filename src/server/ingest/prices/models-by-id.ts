import type { Model } from "../../resources/models.ts";
import { BUILT_IN_MODELS } from "./built-in-models.ts";

/** Models by id: those of each project, and the built-in ones. Two projects can have models with the same id. */
export class ModelsById {
  readonly #builtIn = new Map(BUILT_IN_MODELS.map((model) => [model.id, model]));
  readonly #ofProjects: ReadonlyMap<string | null, ReadonlyMap<string, Model>>;

  constructor(stored: readonly Model[]) {
    const byProject = Map.groupBy(stored, ({ projectId }) => projectId);
    this.#ofProjects = new Map(
      Array.from(byProject, ([projectId, models]) => [projectId, new Map(models.map((model) => [model.id, model]))]),
    );
  }

  /** Returns the model of the project with this id, or the built-in one; undefined if none. */
  find(projectId: string, id: string): Model | undefined {
    return this.#ofProjects.get(projectId)?.get(id) ?? this.#builtIn.get(id);
  }
}
