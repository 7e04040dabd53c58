import type { Model, ObservationV2, PricingTier } from "@svc/core/api";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { VIEW_PATHS } from "../../pages/page-views.ts";
import { useProject } from "../data/project.tsx";

/** Difference up to which two amounts in USD are the same: decimal fractions are not exact. */
const SAME = 1e-9;

/** Explanation of where the cost of an observation came from: the application, or an entry and a tier of the price list. */
export function PriceSource({ observation }: { observation: ObservationV2 }): ReactElement {
  const { id, path, api } = useProject();
  const { modelId, providedModelName, usagePricingTierName: tierName } = observation;
  const hasCost = Object.keys(observation.costDetails ?? {}).length > 0;
  const { data: model } = useQuery({
    queryKey: ["model", id, modelId],
    queryFn: async () => api.models.get(modelId ?? ""),
    enabled: modelId !== null,
    staleTime: Infinity,
  });
  if (modelId === null) {
    return (
      <>
        {hasCost ? "The application sent the cost. " : "There is no cost. "}
        {providedModelName != null && "No entry of the price list matches the model."}
      </>
    );
  }
  const tier = model && tierOf(model, tierName);
  if (model === undefined || tier === undefined) return <>Price list entry {modelId}</>;
  return (
    <>
      {isFrom(tier, observation) ? "Price list: " : "The application sent the cost. The price list has: "}
      <Link href={path + VIEW_PATHS.models} className="text-link underline">
        <bdi>{model.modelName}</bdi>
      </Link>
      , tier <bdi>{tier.name}</bdi>
      {model.isSvcManaged ? ", prices that come with the service" : ", prices of this project"}
    </>
  );
}

/** Returns the price of a kind of usage in the tier by which an observation was priced, in USD; undefined without one. */
export function tierOf({ pricingTiers }: Model, name: string | null | undefined): PricingTier | undefined {
  return pricingTiers.find((tier) => tier.name === name) ?? pricingTiers.find(({ isDefault }) => isDefault);
}

/** Returns true when the costs of an observation are its usage at the prices of a tier. */
function isFrom({ prices }: PricingTier, { usageDetails = {}, costDetails = {} }: ObservationV2): boolean {
  return Object.entries(costDetails).every(
    ([kind, cost]) => kind === "total" || Math.abs(cost - (usageDetails[kind] ?? 0) * (prices[kind] ?? 0)) < SAME,
  );
}
