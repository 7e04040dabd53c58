import type { Model } from "../../stores/models.ts";
import { BUILT_IN_MODELS } from "./built-in-models.ts";
import { matchesWithin, readPattern } from "./pattern.ts";

/** How many names are remembered with what they matched. */
const MOST_NAMES = 10_000;

/** Finds the entry of the price list that a model's name matches. */
export class ModelMatcher {
  #models: readonly Model[] = BUILT_IN_MODELS;
  readonly #found = new Map<string, Model | undefined>();

  /** Takes the models of all projects; those that come with the service are always there. */
  use(models: readonly Model[]): void {
    this.#models = [...models, ...BUILT_IN_MODELS].toSorted(inOrder);
    this.#found.clear();
  }

  /** The first match: the project's own models before the built-in ones, of these the one with the latest start. */
  find(projectId: string, name: string): Model | undefined {
    const key = `${projectId}\n${name}`;
    if (this.#found.has(key)) return this.#found.get(key);
    const found = this.#models.find(
      (model) => (model.projectId === null || model.projectId === projectId) && matches(model, name),
    );
    if (this.#found.size >= MOST_NAMES) this.#found.clear();
    this.#found.set(key, found);
    return found;
  }
}

function inOrder(a: Model, b: Model): number {
  const own = Number(b.projectId !== null) - Number(a.projectId !== null);
  return own || (b.startDate ?? 0) - (a.startDate ?? 0) || b.createdAt - a.createdAt;
}

/** A pattern that is none matches nothing: the tables could hold one that an earlier release took. */
function matches({ matchPattern, projectId }: Model, name: string): boolean {
  try {
    const expression = readPattern(matchPattern);
    return projectId === null ? expression.test(name) : matchesWithin(expression, name);
  } catch {
    return false;
  }
}
