import { randomUUID } from "node:crypto";
import { type RequestIssue, invalidRequest } from "../../http/http-errors.ts";
import { parseIsoTime } from "../../http/iso-time.ts";
import { readPattern } from "../../ingest/prices/pattern.ts";
import type { Model, PricingTier, TierCondition } from "../../stores/models.ts";

/** Model in a request. The API document defines the types of its fields. */
export interface GivenModel {
  modelName: string;
  matchPattern: string;
  startDate?: string | null;
  unit?: string | null;
  inputPrice?: number | null;
  outputPrice?: number | null;
  totalPrice?: number | null;
  pricingTiers?: Array<Omit<PricingTier, "id">> | null;
  tokenizerId?: string | null;
  tokenizerConfig?: unknown;
}

const TOKENIZERS = ["openai", "claude"];

/** Returns the fields of a model to store. Throws a 400 for fields that contradict each other or cannot be used. */
export function readModel(given: GivenModel): Omit<Model, "id" | "projectId" | "createdAt" | "updatedAt"> {
  const issues = [...problemsOf(given)].map(([field, message]): RequestIssue => ({
    code: "invalid_value",
    message: `${field}: ${message}`,
    path: [field],
  }));
  if (issues.length > 0) throw invalidRequest(issues);
  return {
    modelName: given.modelName,
    matchPattern: given.matchPattern,
    startDate: parseIsoTime(given.startDate ?? "") ?? null,
    unit: given.unit ?? null,
    tokenizerId: given.tokenizerId ?? null,
    tokenizerConfig: given.tokenizerConfig ?? null,
    pricingTiers: tiersOf(given),
  };
}

function* problemsOf(given: GivenModel): Generator<[field: keyof GivenModel, message: string]> {
  const { matchPattern, inputPrice, outputPrice, totalPrice, pricingTiers, tokenizerId } = given;
  if (!isPattern(matchPattern)) yield ["matchPattern", "no regular expression"];
  if (tokenizerId != null && !TOKENIZERS.includes(tokenizerId)) {
    yield ["tokenizerId", `one of ${TOKENIZERS.join(", ")} is expected`];
  }
  const hasParts = inputPrice != null || outputPrice != null;
  if (totalPrice != null && hasParts) yield ["totalPrice", "it is not given together with inputPrice or outputPrice"];
  const isFlat = hasParts || totalPrice != null;
  if (isFlat === (pricingTiers != null)) yield ["pricingTiers", "either prices are expected, or pricingTiers"];
  if (pricingTiers == null) return;
  const defaults = pricingTiers.filter(({ isDefault }) => isDefault);
  if (defaults.length !== 1) yield ["pricingTiers", "exactly one tier is the default"];
  if (defaults.some(({ conditions }) => conditions.length > 0)) yield ["pricingTiers", "the default has no conditions"];
  if (new Set(pricingTiers.map(({ name }) => name)).size < pricingTiers.length) {
    yield ["pricingTiers", "two tiers have the same name"];
  }
  for (const { name, isDefault, conditions } of pricingTiers) {
    if (!isDefault && conditions.length === 0)
      yield ["pricingTiers", `${name} has no conditions, so it is the default`];
    for (const condition of conditions) {
      if (condition.operator === "in" || isPattern(condition.usageDetailPattern)) continue;
      yield ["pricingTiers", `${name}: ${condition.usageDetailPattern} is no regular expression`];
    }
  }
}

function tiersOf({ inputPrice, outputPrice, totalPrice, pricingTiers }: GivenModel): PricingTier[] {
  if (pricingTiers != null) {
    return pricingTiers.map(({ name, isDefault, priority, conditions, prices }) => {
      return { id: randomUUID(), name, isDefault, priority, conditions: conditions.map(asCondition), prices };
    });
  }
  const flat = { input: inputPrice, output: outputPrice, total: totalPrice };
  const prices = Object.fromEntries(Object.entries(flat).filter(([, price]) => price != null));
  return [
    {
      id: randomUUID(),
      name: "Standard",
      isDefault: true,
      priority: 0,
      conditions: [],
      prices: prices as Record<string, number>,
    },
  ];
}

/** Returns only the fields of the condition's own kind: the API document also accepts fields of the other kind, of any type. */
function asCondition(condition: TierCondition): TierCondition {
  if (condition.operator === "in") {
    const { source, key, operator, values } = condition;
    return { source, key, operator, values };
  }
  const { usageDetailPattern, operator, value, caseSensitive } = condition;
  return { usageDetailPattern, operator, value, caseSensitive };
}

function isPattern(text: string): boolean {
  try {
    readPattern(text);
    return true;
  } catch {
    return false;
  }
}
