import type { SvcAPIClient } from "@svc/core/api";

/** Most observations of a trace whose outcomes are read. */
const MOST = 1_000;

/** Condition that observations with an outcome meet: every text begins with the empty text. */
const HAS_OUTCOME = { type: "stringObject", column: "metadata", key: "outcome", operator: "starts with", value: "" };

/**
 * Reads how calls ended that neither finished nor failed, such as `interrupted` or `cancelled`: the texts that instrumentations
 * write to the metadata, by the ids of the observations.
 */
export async function readOutcomes(api: SvcAPIClient, traceId: string): Promise<ReadonlyMap<string, string>> {
  const filter = JSON.stringify([HAS_OUTCOME]);
  const { data } = await api.observations.getMany({ traceId, filter, fields: "core,metadata", limit: MOST });
  return new Map(
    data.flatMap(({ id, metadata }) => {
      const outcome: unknown = Reflect.get(Object(metadata) as object, "outcome");
      return typeof outcome === "string" && outcome !== "" ? [[id, outcome] as const] : [];
    }),
  );
}
