import type { Model, ObservationV2, PricingTier } from "@svc/core/api";
import { sideOf } from "@svc/core/internal";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { VIEW_PATHS } from "../../pages/page-views.ts";
import { useProject } from "../data/project.tsx";

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
  // A cost by the price list has the name of its tier.
  const other = hasCost ? "The application sent the cost. " : "There is no cost. ";
  const missing = tierName == null ? [] : kindsWithoutCost(observation);
  return (
    <>
      {tierName == null ? `${other}The price list has: ` : "Price list: "}
      <Link href={path + VIEW_PATHS.models} className="text-link underline">
        <bdi>{model.modelName}</bdi>
      </Link>
      , tier <bdi>{tier.name}</bdi>
      {model.isSvcManaged ? ", prices that come with the service" : ", prices of this project"}
      {missing.length > 0 && `. It has no price for ${missing.join(", ")}, so there is no total.`}
    </>
  );
}

/** Returns the price of a kind of usage in the tier by which an observation was priced, in USD; undefined without one. */
export function tierOf({ pricingTiers }: Model, name: string | null | undefined): PricingTier | undefined {
  return pricingTiers.find((tier) => tier.name === name) ?? pricingTiers.find(({ isDefault }) => isDefault);
}

/** Returns the kinds of input and output that a price list without their price leaves out of the total. */
function kindsWithoutCost({ usageDetails = {}, costDetails = {} }: ObservationV2): string[] {
  if (costDetails["total"] !== undefined) return [];
  return Object.keys(usageDetails).filter((kind) => {
    const isCounted = sideOf(kind) !== undefined && (usageDetails[kind] ?? 0) > 0;
    return isCounted && costDetails[kind] === undefined;
  });
}
