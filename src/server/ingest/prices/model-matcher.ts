import type { Model } from "../../stores/models.ts";
import { BUILT_IN_MODELS } from "./built-in-models.ts";
import { matchesWithin, readPattern } from "./pattern.ts";

/** Maximum number of cached names. */
const MOST_NAMES = 10_000;

/** Matcher of model names against the price list. */
export class ModelMatcher {
  #models: readonly Model[] = BUILT_IN_MODELS;
  readonly #found = new Map<string, Model | undefined>();

  /** Sets the models of all projects. The built-in models are always included. */
  use(models: readonly Model[]): void {
    this.#models = [...models, ...BUILT_IN_MODELS].toSorted(inOrder);
    this.#found.clear();
  }

  /**
   * Returns the first match. The project's own models come before the built-in ones; among these, the latest start date comes
   * first.
   */
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

/** Expressions of models, kept with the model: a name that no model matches is tested against all of them. */
const expressions = new WeakMap<Model, RegExp | null>();

function matches(model: Model, name: string): boolean {
  const expression = expressionOf(model);
  if (expression === null) return false;
  return model.projectId === null ? expression.test(name) : matchesWithin(expression, name);
}

/** Returns the expression of a model; null for an invalid one. The table may hold one that an earlier release accepted. */
function expressionOf(model: Model): RegExp | null {
  let expression = expressions.get(model);
  if (expression === undefined) {
    try {
      expression = readPattern(model.matchPattern);
    } catch {
      expression = null;
    }
    expressions.set(model, expression);
  }
  return expression;
}
