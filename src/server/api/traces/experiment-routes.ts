import { EXPERIMENTS, EXPERIMENT_ITEMS, readExperimentQuery } from "../../query/experiment-query.ts";
import type { ApiRequest, Route } from "../route.ts";

/** Experiments and their items, read from the spans of their runs. */
export const experimentRoutes: readonly Route[] = [
  { operation: "experiments_list", handle: listExperiments },
  { operation: "experiments_listItems", handle: listExperimentItems },
];

async function listExperiments({ service, projectId, query }: ApiRequest): Promise<unknown> {
  return service.observations.experiments(projectId, readExperimentQuery(query, EXPERIMENTS));
}

async function listExperimentItems({ service, projectId, query }: ApiRequest): Promise<unknown> {
  return service.observations.experimentItems(projectId, readExperimentQuery(query, EXPERIMENT_ITEMS));
}
