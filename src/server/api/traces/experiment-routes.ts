import { EXPERIMENTS, EXPERIMENT_ITEMS, readExperimentQuery } from "../../query/experiment-query.ts";
import { type Route, route } from "../routing/route.ts";

/** Experiments and their items, read from the spans of their runs. */
export const experimentRoutes: readonly Route[] = [
  route("experiments_list", async ({ service, projectId, query }) =>
    service.observations.experiments(projectId, readExperimentQuery(query, EXPERIMENTS)),
  ),

  route("experiments_listItems", async ({ service, projectId, query }) =>
    service.observations.experimentItems(projectId, readExperimentQuery(query, EXPERIMENT_ITEMS)),
  ),
];
