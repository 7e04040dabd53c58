import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { isObject, parseJson } from "../../../http/json.ts";
import type { Attributes } from "../../otlp/otlp-span.ts";
import { AiSdk, Llm, OtherCosts } from "../attributes/attribute-names.ts";
import { firstValue } from "../attributes/attribute-reading.ts";

/** Cost by kind, in the currency of the sender. */
export type CostDetails = Record<string, number>;

/** Attributes with the cost of a call and of its sides. */
interface CostSource {
  readonly total: string;
  readonly input?: string;
  readonly output?: string;
}

/** Attributes in which producers state a cost, in order of precedence. */
const SOURCES: readonly CostSource[] = [
  { total: GenAi.USAGE_COST },
  { total: OtherCosts.LITELLM_TOTAL, input: OtherCosts.LITELLM_INPUT, output: OtherCosts.LITELLM_OUTPUT },
  { total: Llm.COST_TOTAL, input: Llm.COST_PROMPT, output: Llm.COST_COMPLETION },
  { total: OtherCosts.OPERATION },
];

/** Returns the cost that the sender states; empty when the sender states no cost. */
export function costDetails(attributes: Attributes): CostDetails {
  const written = firstValue(attributes, [svc.OBSERVATION_COST_DETAILS]);
  const own = typeof written === "string" ? parseJson(written) : undefined;
  const ofOwn = isObject(own) ? amountsOf(own) : {};
  if (Object.keys(ofOwn).length > 0) return ofOwn;
  for (const { total, input, output } of SOURCES) {
    if (attributes.has(total)) return amountsOf({ total: attributes.get(total), ...sides(attributes, input, output) });
  }
  const ofGateway = gatewayCost(attributes);
  return ofGateway === undefined ? {} : { total: ofGateway };
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

function sides(attributes: Attributes, input = "", output = ""): Record<string, unknown> {
  return { input: attributes.get(input), output: attributes.get(output) };
}

/** Returns the cost that a gateway states in the metadata of the AI SDK's provider. */
function gatewayCost(attributes: Attributes): number | undefined {
  const text = attributes.get(AiSdk.PROVIDER_METADATA);
  const metadata = typeof text === "string" && text.includes('"cost"') ? parseJson(text) : undefined;
  if (!isObject(metadata)) return undefined;
  const { gateway, openrouter } = metadata;
  const usage = isObject(openrouter) ? openrouter["usage"] : undefined;
  return amount(isObject(gateway) ? gateway["cost"] : undefined) ?? amount(isObject(usage) ? usage["cost"] : undefined);
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
