import { isObject } from "../../http/json.ts";
import {
  type Model,
  type PricingTier,
  type TierCondition,
  type TierOperator,
  defaultTier,
} from "../../stores/models.ts";
import type { CostDetails } from "../mapping/cost-details.ts";
import type { UsageDetails } from "../mapping/usage-details.ts";
import { matchesWithin } from "./pattern.ts";

/** What a price depends on beside the model. */
export interface PricedCall {
  usage: UsageDetails;
  /** As they are stored: JSON text. */
  modelParameters: unknown;
  /** By dotted path. */
  metadata: ReadonlyMap<string, unknown>;
}

/** The cost of a call and the tier whose prices it has. */
export interface Priced {
  costs: CostDetails;
  tier: string;
}

/** The cost by the prices of a model; undefined when nothing was used or nothing of it has a price. */
export function priceOf(model: Model, call: PricedCall): Priced | undefined {
  if (Object.keys(call.usage).length === 0) return undefined;
  const tier = tierFor(model, call);
  const costs: CostDetails = {};
  for (const [kind, price] of Object.entries(tier.prices)) {
    const units = Object.hasOwn(call.usage, kind) ? call.usage[kind] : undefined;
    if (units !== undefined) costs[kind] = rounded(units * price);
  }
  const amounts = Object.values(costs);
  if (amounts.length === 0) return undefined;
  costs["total"] ??= rounded(amounts.reduce((sum, amount) => sum + amount, 0));
  return { costs, tier: tier.name };
}

/** Without the last digits, which binary fractions and not prices make. */
function rounded(amount: number): number {
  return Number(amount.toPrecision(12));
}

/** The first tier by priority whose conditions all hold, else the default one. */
function tierFor(model: Model, call: PricedCall): PricingTier {
  const special = model.pricingTiers.filter((tier) => !tier.isDefault).toSorted((a, b) => a.priority - b.priority);
  return (
    special.find(({ conditions }) => conditions.every((condition) => holds(model, condition, call))) ??
    defaultTier(model)
  );
}

function holds(model: Model, condition: TierCondition, { usage, modelParameters, metadata }: PricedCall): boolean {
  if ("usageDetailPattern" in condition) {
    const pattern = new RegExp(condition.usageDetailPattern, condition.caseSensitive ? "" : "i");
    const matches = (kind: string): boolean =>
      model.projectId === null ? pattern.test(kind) : matchesWithin(pattern, kind);
    const matching = Object.entries(usage).filter(([kind]) => matches(kind));
    return COMPARE[condition.operator](
      matching.reduce((sum, [, units]) => sum + units, 0),
      condition.value,
    );
  }
  const { source, key, values } = condition;
  const parameters = isObject(modelParameters) ? modelParameters : {};
  const value = source === "metadata" ? metadata.get(key) : parameters[key];
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
