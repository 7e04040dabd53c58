import { readObservationQuery } from "../../query/observation-query.ts";
import { type Route, route } from "../routing/route.ts";

export const observationRoutes: readonly Route[] = [
  /** Lists observations by field groups, newest first, in pages. */
  route("observations_getMany", async ({ service, projectId, query, context }) => {
    const where = context.req.query("where");
    return service.observations.readAsJson("observations", projectId, readObservationQuery({ ...query, where }));
  }),
];
