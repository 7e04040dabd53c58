import type { CreateModelRequest, Model } from "@svc/core/api";

/** Prices are given for one unit, and read and typed for a million. */
export const MILLION = 1_000_000;

/** Model as it stands in the form: texts as they were typed. */
export interface ModelDraft {
  readonly modelName: string;
  readonly matchPattern: string;
  /** Lines such as `input 2.5`: a kind of usage, and USD for a million. */
  readonly prices: string;
}

/** Draft of a new model, for a name that applications send. */
export function newDraft(name = ""): ModelDraft {
  return { modelName: name, matchPattern: name === "" ? "" : patternFor(name), prices: "input 0\noutput 0" };
}

/** Draft of a stored model. Only the prices of its default tier can be edited here. */
export function draftOf({ modelName, matchPattern, pricingTiers }: Model): ModelDraft {
  const tier = pricingTiers.find(({ isDefault }) => isDefault);
  const prices = Object.entries(tier?.prices ?? {}).map(([kind, price]) => `${kind} ${perMillion(price)}`);
  return { modelName, matchPattern, prices: prices.join("\n") };
}

/** Returns the request that stores a draft, with the other tiers of the model that it changes. Throws for a line that is no price. */
export function requestOf(
  { modelName, matchPattern, prices }: ModelDraft,
  before: Model | undefined,
): CreateModelRequest {
  const others = (before?.pricingTiers ?? []).filter(({ isDefault }) => !isDefault);
  const tier = before?.pricingTiers.find(({ isDefault }) => isDefault);
  return {
    modelName: modelName.trim(),
    matchPattern: matchPattern.trim(),
    unit: before?.unit ?? "TOKENS",
    ...(before?.startDate != null && { startDate: before.startDate }),
    pricingTiers: [
      { name: tier?.name ?? "Standard", isDefault: true, priority: 0, conditions: [], prices: readPrices(prices) },
      ...others.map(({ name, priority, conditions, prices: own }) => {
        return { name, isDefault: false, priority, conditions, prices: own };
      }),
    ],
  };
}

function readPrices(text: string): Record<string, number> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new Error("A price is expected, such as: input 2.5");
  return Object.fromEntries(
    lines.map((line) => {
      const [, kind = "", price] = /^\s*([^\s:=]+(?:[:=]+[^\s:=]+)*)[\s:=]+(\d+(?:\.\d+)?)\s*$/.exec(line) ?? [];
      if (price === undefined)
        throw new Error(`No price: ${line.trim().slice(0, 100)}. A line is a kind and USD, such as: input 2.5`);
      return [kind, Number(price) / MILLION];
    }),
  );
}

/** Returns the price of a million, without the error of binary fractions. */
function perMillion(price: number): number {
  return Number((price * MILLION).toPrecision(12));
}

/** Returns a pattern that matches exactly one name, in upper or lower case. */
function patternFor(name: string): string {
  return `(?i)^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`;
}
