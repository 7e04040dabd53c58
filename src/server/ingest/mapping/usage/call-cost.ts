import type { UsageDetails } from "@svc/core/internal";
import { isObject, parseJson } from "../../../http/json.ts";
import type { Model } from "../../../resources/models.ts";
import type { Attributes } from "../../otlp/otlp-span.ts";
import { priceOf } from "../../prices/prices.ts";
import { SERVICE_TIERS } from "../attributes/attribute-names.ts";
import { firstValue } from "../attributes/attribute-reading.ts";
import { type CostDetails, costDetails, totalCost } from "./cost-details.ts";

/** Call whose cost is asked for. */
export interface CostedCall {
  readonly attributes: Attributes;
  /** Entry of the price list; undefined when none matches, or when the usage is not to be priced. */
  readonly model: Model | undefined;
  readonly usage: UsageDetails;
  /** Model parameters, as JSON text. */
  readonly parameters: string | null;
  readonly metadata: ReadonlyMap<string, unknown>;
}

/** Cost of a call by kind, its total, and the tier of the price list that it is from. */
export interface CallCost {
  readonly costs: CostDetails;
  readonly total: number | null;
  readonly tier: string | null;
}

/** Keys of metadata and of parameters under which a service tier stands. */
const TIER_KEYS = ["service_tier", "serviceTier", "traffic_type"];

/**
 * Returns the cost of a call: the one that the sender states, else the one by the price list. A stated cost of 0 beside tokens is that of a
 * library that does not know the price.
 */
export function callCost(call: CostedCall): CallCost {
  const { attributes, model, usage, metadata } = call;
  const stated = costDetails(attributes);
  const hasTokens = (usage["total"] ?? 0) > 0;
  const isStated = Object.values(stated).some((cost) => cost > 0 || !hasTokens);
  if (model !== undefined && !isStated) {
    const modelParameters = parseJson(call.parameters ?? "{}");
    const priced = priceOf(model, {
      usage,
      modelParameters,
      metadata,
      serviceTier: serviceTier(call, modelParameters),
    });
    if (priced !== undefined) return { costs: priced.costs, total: priced.costs["total"] ?? null, tier: priced.tier };
  }
  return { costs: stated, total: totalCost(stated), tier: null };
}

/** Returns the service tier of a call: that of the answer, else that of the request. */
function serviceTier({ attributes, metadata }: CostedCall, parameters: unknown): string | undefined {
  const ofRequest = isObject(parameters) ? parameters : {};
  const tier =
    firstValue(attributes, SERVICE_TIERS) ??
    TIER_KEYS.map((key) => metadata.get(key)).find((value) => typeof value === "string") ??
    TIER_KEYS.map((key) => ofRequest[key]).find((value) => typeof value === "string");
  return typeof tier === "string" ? tier.toLowerCase() : undefined;
}
