import { readObservationQuery } from "../../query/observation-query.ts";
import type { ApiRequest, Route } from "../route.ts";

/** Observations. */
export const observationRoutes: readonly Route[] = [{ operation: "observations_getMany", handle: listObservations }];

/** Lists observations by field groups, newest first, in pages. */
async function listObservations({ service, projectId, query }: ApiRequest): Promise<unknown> {
  return service.observations.page(projectId, readObservationQuery(query));
}
