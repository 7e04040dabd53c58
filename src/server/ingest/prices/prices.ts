import { type UsageDetails, sideOf, withWholes } from "@svc/core/internal";
import { isObject } from "../../http/json.ts";
import {
  type Model,
  type PricingTier,
  type TierCondition,
  type TierOperator,
  defaultTier,
} from "../../resources/models.ts";
import type { CostDetails } from "../mapping/usage/cost-details.ts";
import { type PatternMatch, UserPattern } from "./pattern.ts";

/** Properties of a call that its price depends on, apart from the model. */
export interface PricedCall {
  usage: UsageDetails;
  /** Model parameters, parsed from their JSON text. */
  modelParameters: unknown;
  /** Metadata by dotted path. */
  metadata: ReadonlyMap<string, unknown>;
  /** Service tier, in small letters, by which built-in models are priced. */
  serviceTier?: string | undefined;
}

/** Cost of a call, and the name of the tier whose prices apply. */
export interface Priced {
  costs: CostDetails;
  tier: string;
}

/**
 * Returns the cost of a call by the prices of a model; undefined when the call has no usage, or no usage with a price, or when a
 * pattern that decides on the tier was stopped at its time limit: no cost is better than a wrong one. A kind without a price costs what the
 * kind costs that it is a part of. When the model has no price for a kind of input or output, the costs have no total.
 */
export function priceOf(model: Model, call: PricedCall): Priced | undefined {
  const tier = tierFor(model, call);
  if (tier === "stopped") return undefined;
  const { prices } = tier;
  const costs: CostDetails = {};
  let sum = 0;
  let isWhole = true;
  for (const kind in call.usage) {
    const units = call.usage[kind]!;
    const price = kind === TOTAL ? undefined : priceFor(prices, kind);
    if (price !== undefined) {
      costs[kind] = rounded(units * price);
      sum += costs[kind];
    } else if (units > 0 && sideOf(kind) !== undefined) isWhole = false;
  }
  const ofTotal = prices[TOTAL];
  const total = call.usage[TOTAL];
  if (ofTotal !== undefined && total !== undefined) costs[TOTAL] = rounded(total * ofTotal);
  if (Object.keys(costs).length === 0) return undefined;
  if (isWhole) costs[TOTAL] ??= rounded(sum);
  return { costs, tier: tier.name };
}

const TOTAL = "total";

/** Returns the price of a kind, or else that of the kind that it is a part of; undefined if none has one. */
export function priceFor(prices: Readonly<Record<string, number>>, kind: string): number | undefined {
  if (Object.hasOwn(prices, kind)) return prices[kind];
  const whole = withWholes(kind).find((name) => Object.hasOwn(prices, name));
  return whole === undefined ? undefined : prices[whole];
}

/** Rounds to 12 significant digits, to remove the error of binary fractions. */
function rounded(amount: number): number {
  return Number(amount.toPrecision(12));
}

/** Tiers of a model with conditions, by priority, kept with the model. */
const special = new WeakMap<Model, readonly PricingTier[]>();

function specialTiers(model: Model): readonly PricingTier[] {
  let tiers = special.get(model);
  if (tiers === undefined) {
    tiers = model.pricingTiers.filter((tier) => !tier.isDefault).toSorted((a, b) => a.priority - b.priority);
    special.set(model, tiers);
  }
  return tiers;
}

/** Returns the first tier by priority whose conditions all hold, else the default tier. */
function tierFor(model: Model, call: PricedCall): PricingTier | "stopped" {
  for (const tier of specialTiers(model)) {
    const outcome = allHold(model, tier, call);
    if (outcome === "stopped") return "stopped";
    if (outcome) return tier;
  }
  return defaultTier(model);
}

function allHold(model: Model, { conditions }: PricingTier, call: PricedCall): PatternMatch {
  let outcome: PatternMatch = true;
  for (const condition of conditions) {
    const holding = holds(model, condition, call);
    if (holding === false) return false;
    if (holding === "stopped") outcome = "stopped";
  }
  return outcome;
}

/** Condition on the units of the kinds of usage that match a pattern. */
type UsageCondition = Extract<TierCondition, { usageDetailPattern: string }>;

/** Patterns of conditions, kept with the condition. */
const patterns = new WeakMap<UsageCondition, RegExp | UserPattern>();

function patternOf(model: Model, condition: UsageCondition): RegExp | UserPattern {
  let pattern = patterns.get(condition);
  if (pattern === undefined) {
    const expression = new RegExp(condition.usageDetailPattern, condition.caseSensitive ? "" : "i");
    pattern = model.projectId === null ? expression : new UserPattern(expression, model.projectId);
    patterns.set(condition, pattern);
  }
  return pattern;
}

function holds(model: Model, condition: TierCondition, call: PricedCall): PatternMatch {
  const { usage, modelParameters, metadata } = call;
  if ("usageDetailPattern" in condition) {
    const pattern = patternOf(model, condition);
    let sum = 0;
    for (const [kind, units] of Object.entries(usage)) {
      const match = pattern instanceof UserPattern ? pattern.match(kind) : pattern.test(kind);
      if (match === "stopped") return "stopped";
      if (match) sum += units;
    }
    return COMPARE[condition.operator](sum, condition.value);
  }
  const { source, key, values } = condition;
  const parameters = isObject(modelParameters) ? modelParameters : {};
  const isBuiltIn = model.projectId === null && key === "service_tier";
  const value = isBuiltIn ? call.serviceTier : source === "metadata" ? metadata.get(key) : parameters[key];
  return value !== undefined && values.includes(typeof value === "string" ? value : JSON.stringify(value));
}

const COMPARE: Readonly<Record<TierOperator, (a: number, b: number) => boolean>> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  eq: (a, b) => a === b,
  neq: (a, b) => a !== b,
};
