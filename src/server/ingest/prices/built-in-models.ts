import type { Model, PricingTier } from "../../resources/models.ts";
import { hasVersions, namePattern } from "./model-names.ts";
import { readPattern } from "./pattern.ts";
import { type ListedModel, PRICE_LIST, type Prices } from "./price-list.ts";

const PER_MILLION = 1_000_000;

/** Models that come with the service. Each name matches one of them at most. A project's own models take precedence. */
export const BUILT_IN_MODELS: readonly Model[] = PRICE_LIST.map(asModel);

function asModel(listed: ListedModel): Model {
  const { name, family, prices, long } = listed;
  const id = `svc-${name}`;
  const standard: PricingTier = {
    id: `${id}-standard`,
    name: "Standard",
    isDefault: true,
    priority: 0,
    conditions: [],
    prices: pricesByKind(prices),
  };
  return {
    id,
    projectId: null,
    modelName: name,
    matchPattern: namePattern(family, name, versionsWithOtherPrices(listed)),
    startDate: null,
    unit: "TOKENS",
    tokenizerId: null,
    tokenizerConfig: null,
    pricingTiers: long ? [standard, longTier(id, long.over, long.prices)] : [standard],
    createdAt: 0,
    updatedAt: 0,
  };
}

/** Returns the names of other models in the list that the spellings of this model's name include. */
function versionsWithOtherPrices({ name, family }: ListedModel): string[] {
  if (!hasVersions(family)) return [];
  const spellings = readPattern(namePattern(family, name));
  const longer = PRICE_LIST.filter((other) => other.family === family && other.name.length > name.length);
  return longer.filter((other) => spellings.test(other.name)).map((other) => other.name);
}

function longTier(id: string, over: number, prices: Prices): PricingTier {
  return {
    id: `${id}-long`,
    name: `Over ${over / 1_000}k input tokens`,
    isDefault: false,
    priority: 1,
    conditions: [{ usageDetailPattern: "^input", operator: "gt", value: over, caseSensitive: false }],
    prices: pricesByKind(prices),
  };
}

/** Returns the price in US dollars per token, for every kind of usage that is counted separately. */
function pricesByKind(prices: Prices): Record<string, number> {
  const { input, output, cached = input, cacheWrite = input, cacheWriteHour = cacheWrite, reasoning = output } = prices;
  const { inputAudio = input, outputAudio = output } = prices;
  const perMillion: Record<string, number> = {
    input,
    output,
    input_cached_tokens: cached,
    input_cache_creation: cacheWrite,
    input_cache_creation_1h: cacheWriteHour,
    input_audio_tokens: inputAudio,
    output_audio_tokens: outputAudio,
    output_reasoning_tokens: reasoning,
    output_accepted_prediction_tokens: output,
    output_rejected_prediction_tokens: output,
  };
  return Object.fromEntries(Object.entries(perMillion).map(([kind, price]) => [kind, price / PER_MILLION]));
}
