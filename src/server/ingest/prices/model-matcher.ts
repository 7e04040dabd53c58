import type { Model } from "../../stores/models.ts";
import { BUILT_IN_MODELS } from "./built-in-models.ts";
import { matchWithinLimit, readPattern, type PatternMatch } from "./pattern.ts";

/** Maximum number of cached names. */
const MOST_NAMES = 10_000;

/**
 * Pause before a stopped pattern is tried again with the same name. It matches next time if the machine was only busy. If it
 * runs away each time, the pause keeps it from holding up every call.
 */
const RETRY_MS = 10_000;

/** Model found for a name, and the time until which the answer holds. */
interface Found {
  readonly model: Model | undefined;
  readonly until: number;
}

/** Matcher of model names against the price list. */
export class ModelMatcher {
  #models: readonly Model[] = BUILT_IN_MODELS;
  readonly #found = new Map<string, Found>();

  /** Sets the models of all projects. The built-in models are always included. */
  use(models: readonly Model[]): void {
    this.#models = [...models, ...BUILT_IN_MODELS].toSorted(inOrder);
    this.#found.clear();
  }

  /**
   * Returns the first match. The project's own models come before the built-in ones; among these, the latest start date comes
   * first. A pattern stopped at its time limit does not match; it is tried again after 10 s.
   */
  find(projectId: string, name: string): Model | undefined {
    const key = `${projectId}\n${name}`;
    const cached = this.#found.get(key);
    if (cached !== undefined && (cached.until === Infinity || performance.now() < cached.until)) return cached.model;
    const found = this.#search(projectId, name);
    if (this.#found.size >= MOST_NAMES) this.#found.clear();
    this.#found.set(key, found);
    return found.model;
  }

  #search(projectId: string, name: string): Found {
    let until = Infinity;
    const model = this.#models.find((model) => {
      if (model.projectId !== null && model.projectId !== projectId) return false;
      const match = matchModel(model, name);
      if (match === "stopped") until = performance.now() + RETRY_MS;
      return match === true;
    });
    return { model, until };
  }
}

function inOrder(a: Model, b: Model): number {
  const own = Number(b.projectId !== null) - Number(a.projectId !== null);
  return own || (b.startDate ?? 0) - (a.startDate ?? 0) || b.createdAt - a.createdAt;
}

/** Expressions of models, kept with the model: a name that no model matches is tested against all of them. */
const expressions = new WeakMap<Model, RegExp | null>();

function matchModel(model: Model, name: string): PatternMatch {
  const expression = expressionOf(model);
  if (expression === null) return false;
  return model.projectId === null ? expression.test(name) : matchWithinLimit(expression, name);
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
