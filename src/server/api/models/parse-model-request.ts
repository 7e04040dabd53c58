import { randomUUID } from "node:crypto";
import type { CreateModelRequest } from "@svc/core/api";
import { fieldIssue, invalidRequest } from "../../http/http-errors.ts";
import { parseIsoTime } from "../../http/iso-time.ts";
import { readPattern } from "../../ingest/prices/pattern.ts";
import type { Model, PricingTier, TierCondition } from "../../resources/models.ts";

/** Most characters of a pattern, tiers of a model and conditions of a tier: every call of a model is compared with them. */
const MOST_OF_A_PATTERN = 1_000;
const MOST_TIERS = 50;
const MOST_CONDITIONS = 20;

const TOKENIZERS = ["openai", "claude"];

/**
 * Checks a request to create a price model and converts it to the stored form: dates parsed, flat prices as one default tier.
 * Throws an HTTP 400 that lists every invalid field.
 */
export function parseModelRequest(
  given: CreateModelRequest,
): Omit<Model, "id" | "projectId" | "createdAt" | "updatedAt"> {
  const issues = [...problemsOf(given)].map(([field, reason]) => fieldIssue(field, reason));
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

function* problemsOf(given: CreateModelRequest): Generator<[field: keyof CreateModelRequest, reason: string]> {
  const { matchPattern, inputPrice, outputPrice, totalPrice, pricingTiers, tokenizerId } = given;
  if (!isPattern(matchPattern))
    yield ["matchPattern", `no regular expression of at most ${MOST_OF_A_PATTERN} characters`];
  if (tokenizerId != null && !TOKENIZERS.includes(tokenizerId)) {
    yield ["tokenizerId", `one of ${TOKENIZERS.join(", ")} is expected`];
  }
  const hasParts = inputPrice != null || outputPrice != null;
  if (totalPrice != null && hasParts) yield ["totalPrice", "it is not given together with inputPrice or outputPrice"];
  const isFlat = hasParts || totalPrice != null;
  if (isFlat === (pricingTiers != null)) yield ["pricingTiers", "either prices are expected, or pricingTiers"];
  if (pricingTiers == null) return;
  if (pricingTiers.length > MOST_TIERS) yield ["pricingTiers", `at most ${MOST_TIERS} are expected`];
  const defaults = pricingTiers.filter(({ isDefault }) => isDefault);
  if (defaults.length !== 1) yield ["pricingTiers", "exactly one tier is the default"];
  if (defaults.some(({ conditions }) => conditions.length > 0)) yield ["pricingTiers", "the default has no conditions"];
  if (new Set(pricingTiers.map(({ name }) => name)).size < pricingTiers.length) {
    yield ["pricingTiers", "two tiers have the same name"];
  }
  for (const { name, isDefault, conditions } of pricingTiers) {
    if (conditions.length > MOST_CONDITIONS)
      yield ["pricingTiers", `${name}: at most ${MOST_CONDITIONS} conditions are expected`];
    if (!isDefault && conditions.length === 0)
      yield ["pricingTiers", `${name} has no conditions, so it is the default`];
    for (const condition of conditions) {
      if (condition.operator === "in" || isPattern(condition.usageDetailPattern)) continue;
      yield ["pricingTiers", `${name}: ${condition.usageDetailPattern} is no regular expression`];
    }
  }
}

function tiersOf({ inputPrice, outputPrice, totalPrice, pricingTiers }: CreateModelRequest): PricingTier[] {
  if (pricingTiers != null) {
    return pricingTiers.map(({ name, isDefault, priority, conditions, prices }) => {
      return { id: randomUUID(), name, isDefault, priority, conditions: conditions.map(asCondition), prices };
    });
  }
  const prices: PricingTier["prices"] = {
    ...(inputPrice != null && { input: inputPrice }),
    ...(outputPrice != null && { output: outputPrice }),
    ...(totalPrice != null && { total: totalPrice }),
  };
  return [{ id: randomUUID(), name: "Standard", isDefault: true, priority: 0, conditions: [], prices }];
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
  if (text.length > MOST_OF_A_PATTERN) return false;
  try {
    readPattern(text);
    return true;
  } catch {
    return false;
  }
}
