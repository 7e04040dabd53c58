import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { isObject, parseJson } from "../../../http/json.ts";
import type { Attributes } from "../../otlp/otlp-span.ts";
import { Llm } from "../attributes/attribute-names.ts";
import { firstValue } from "../attributes/attribute-reading.ts";

/** Cost by kind, in the currency of the sender. */
export type CostDetails = Record<string, number>;

/** Attributes that give the whole cost as one number, in order of precedence. */
const TOTAL_SOURCES = [GenAi.USAGE_COST, Llm.COST_TOTAL];

/** Returns the cost that the sender states; empty when the sender states no cost. */
export function costDetails(attributes: Attributes): CostDetails {
  const written = firstValue(attributes, [svc.OBSERVATION_COST_DETAILS]);
  const own = typeof written === "string" ? parseJson(written) : undefined;
  if (isObject(own)) return amountsOf(own);
  const total = amount(firstValue(attributes, TOTAL_SOURCES));
  return total === undefined ? {} : { total };
}

/**
 * Returns the stated total. Without a stated total, returns the sum of `input` and `output` if no other kind is stated, else
 * null.
 */
export function totalCost(costs: CostDetails): number | null {
  if (costs["total"] !== undefined) return costs["total"];
  const kinds = Object.keys(costs);
  const isPlain = kinds.length > 0 && kinds.every((kind) => kind === "input" || kind === "output");
  return isPlain ? (costs["input"] ?? 0) + (costs["output"] ?? 0) : null;
}

function amountsOf(costs: Record<string, unknown>): CostDetails {
  const details: CostDetails = {};
  for (const [kind, value] of Object.entries(costs)) {
    const cost = amount(value);
    if (cost !== undefined) details[kind] = cost;
  }
  return details;
}

function amount(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : undefined;
}
