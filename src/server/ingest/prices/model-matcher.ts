import type { Model } from "../../resources/models.ts";
import { BUILT_IN_MODELS } from "./built-in-models.ts";
import { readPattern, UserPattern, type PatternMatch } from "./pattern.ts";

/** Maximum number of cached names. */
const MOST_NAMES = 10_000;

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
   * first. A pattern stopped at its time limit does not match until its pause is over.
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
      const pattern = patternOf(model);
      const match: PatternMatch = pattern instanceof UserPattern ? pattern.match(name) : pattern.test(name);
      if (match === "stopped") until = Math.min(until, (pattern as UserPattern).resumesAt);
      return match === true;
    });
    return { model, until };
  }
}

function inOrder(a: Model, b: Model): number {
  const own = Number(b.projectId !== null) - Number(a.projectId !== null);
  return own || (b.startDate ?? 0) - (a.startDate ?? 0) || b.createdAt - a.createdAt;
}

/** Patterns of models, kept with the model: a name that no model matches is tested against all of them. */
const patterns = new WeakMap<Model, RegExp | UserPattern>();

/** Expression that matches nothing. */
const NOTHING = /(?!)/;

/** Returns the pattern of a model. The table may hold an invalid one that an earlier release accepted; it matches nothing. */
function patternOf(model: Model): RegExp | UserPattern {
  let pattern = patterns.get(model);
  if (pattern === undefined) {
    pattern = readModelPattern(model);
    patterns.set(model, pattern);
  }
  return pattern;
}

function readModelPattern({ projectId, matchPattern }: Model): RegExp | UserPattern {
  try {
    const expression = readPattern(matchPattern);
    return projectId === null ? expression : new UserPattern(expression, projectId);
  } catch {
    return NOTHING;
  }
}
