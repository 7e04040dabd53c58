import type { ObservationV2, SvcAPIClient } from "@svc/core/api";
import { readAll } from "./page-list.ts";

/** Most observations of a trace that the page holds. */
export const MOST_OBSERVATIONS = 20_000;

/** Most observations that the API returns at once. */
const PAGE = 1_000;

/** Groups of fields of a row: all but the contents. */
const FIELDS = "core,basic,time,model,usage,trace_context";

/** Reads the observations of a trace without their contents, newest first. */
export async function readTrace(api: SvcAPIClient, traceId: string): Promise<readonly ObservationV2[]> {
  return readAll(MOST_OBSERVATIONS, async (cursor) =>
    api.observations.getMany({ traceId, fields: FIELDS, limit: PAGE, cursor }),
  );
}

/** Reads one observation with all its fields; undefined for one that is not stored. */
export async function readObservation(
  api: SvcAPIClient,
  traceId: string,
  id: string,
): Promise<ObservationV2 | undefined> {
  return (await api.observations.getMany({ ...oneObservation(traceId, id), limit: 1 })).data[0];
}

/** Returns the parameters of the API that read one observation with all its fields. */
export function oneObservation(traceId: string, id: string): Readonly<Record<"traceId" | "filter" | "fields", string>> {
  const filter = JSON.stringify([{ type: "string", column: "id", operator: "=", value: id }]);
  return { traceId, filter, fields: "core,basic,time,io,metadata,model,usage,prompt,metrics,trace_context" };
}
