import { fieldsOf } from "@svc/core/internal";

/** Returns the cost of a call in US dollars that a router of models states; undefined if none, and for a call that is free. */
export function statedCost(providerMetadata: unknown): number | undefined {
  const { gateway, openrouter } = fieldsOf(providerMetadata);
  const stated = fieldsOf(gateway).cost ?? fieldsOf(fieldsOf(openrouter).usage).cost;
  const cost = typeof stated === "string" && stated.trim() !== "" ? Number(stated) : stated;
  return typeof cost === "number" && Number.isFinite(cost) && cost > 0 ? cost : undefined;
}
