import type { Model, PricingTier, TierCondition } from "../../resources/models.ts";
import { namePattern } from "./model-names.ts";
import { readPattern } from "./pattern.ts";
import { type ListedModel, type ListedTier, PRICE_LIST, type Prices } from "./price-list.ts";
import { SERVICE_TIERS } from "./service-tiers.ts";

const PER_MILLION = 1_000_000;

/** Models that come with the service. Each name matches one of them at most. A project's own models take precedence. */
export const BUILT_IN_MODELS: readonly Model[] = PRICE_LIST.map(asModel);

function asModel(listed: ListedModel): Model {
  const { name, family, prices, tiers = [] } = listed;
  const id = `svc-${name}`;
  const standard: PricingTier = {
    id: `${id}-standard`,
    name: "Standard",
    isDefault: true,
    priority: 0,
    conditions: [],
    prices: perUnit(prices),
  };
  return {
    id,
    projectId: null,
    modelName: name,
    matchPattern: namePattern(family, name, modelsWithOtherPrices(listed)),
    startDate: null,
    unit: "TOKENS",
    tokenizerId: null,
    tokenizerConfig: null,
    pricingTiers: [standard, ...tiers.map((tier, index) => asTier(id, tier, index + 1))],
    createdAt: 0,
    updatedAt: 0,
  };
}

/** Returns the names of other models in the list that the spellings of this model's name include. */
function modelsWithOtherPrices({ name, family }: ListedModel): string[] {
  const longer = PRICE_LIST.filter(
    (other) => other.family === family && other.name.length > name.length && other.name.includes(name),
  );
  if (longer.length === 0) return [];
  const spellings = readPattern(namePattern(family, name));
  return longer.filter((other) => spellings.test(other.name)).map((other) => other.name);
}

function asTier(id: string, { service, over, includes, prices }: ListedTier, priority: number): PricingTier {
  const conditions: TierCondition[] = [];
  const names: string[] = [];
  if (service !== undefined) {
    conditions.push({
      source: "model_parameters",
      key: "service_tier",
      operator: "in",
      values: SERVICE_TIERS[service]!,
    });
    names.push(service);
  }
  if (over !== undefined) {
    const operator = includes ? "gte" : "gt";
    conditions.push({ usageDetailPattern: "^input(_|$)", operator, value: over, caseSensitive: true });
    names.push(`${includes ? "from" : "over"} ${over / 1_000}k input tokens`);
  }
  const text = names.join(", ");
  const name = text.charAt(0).toUpperCase() + text.slice(1);
  return {
    id: `${id}-${name.toLowerCase().replaceAll(/\W+/g, "-")}`,
    name,
    isDefault: false,
    priority,
    conditions,
    prices: perUnit(prices),
  };
}

/** Returns the prices in US dollars per unit. */
function perUnit(prices: Prices): Record<string, number> {
  return Object.fromEntries(Object.entries(prices).map(([kind, price]) => [kind, price / PER_MILLION]));
}
