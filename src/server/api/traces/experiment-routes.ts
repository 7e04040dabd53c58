import { EXPERIMENTS, EXPERIMENT_ITEMS, readExperimentQuery } from "../../query/experiment-query.ts";
import { readIds } from "../id-list.ts";
import { type Route, ownRoute, route } from "../routing/route.ts";

/** Experiments and their items, read from the spans of their runs. */
export const experimentRoutes: readonly Route[] = [
  route("experiments_list", async ({ service, projectId, query }) =>
    service.observations.readAsJson("experiments", projectId, readExperimentQuery(query, EXPERIMENTS)),
  ),

  route("experiments_listItems", async ({ service, projectId, query }) =>
    service.observations.readAsJson("experimentItems", projectId, readExperimentQuery(query, EXPERIMENT_ITEMS)),
  ),

  /** Totals over the items of the experiments in `ids`, a JSON list of their ids. The page alone reads them. */
  ownRoute(
    { method: "GET", path: "/api/local/experiments/totals", access: "project" },
    async ({ service, projectId, query }) =>
      service.observations.readAsJson("experimentTotals", projectId, readIds(query["ids"]?.[0])),
  ),
];
