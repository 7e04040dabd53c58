import { createExperimentId, createStableExperimentId, logger } from "@svc/core/internal";
import type { ExperimentItem } from "./experiment-types.ts";

/** Experiments of a run: one per dataset, and one for local data. */
export interface ExperimentIdentity {
  idOf(item: ExperimentItem): string;
  /** Id of the first item's experiment. */
  readonly id: string;
  /** True when the first item, if any, belongs to a dataset. */
  readonly isOfDataset: boolean;
}

/**
 * Determines the ids of a run's experiments. Requests the project only for dataset items; without a project their ids are
 * random. Contract: "Experiment identity rules".
 */
export async function identifyExperiments(
  items: readonly ExperimentItem[],
  runName: string,
  projectId: () => Promise<string | undefined>,
): Promise<ExperimentIdentity> {
  const datasetIds = new Set(items.map((item) => item?.datasetId));
  const ids = new Map<string | undefined, string>();
  for (const datasetId of datasetIds) {
    const project = datasetId === undefined ? undefined : await projectId();
    ids.set(
      datasetId,
      datasetId === undefined || project === undefined
        ? createExperimentId()
        : createStableExperimentId({ projectId: project, datasetId, runName }),
    );
  }
  if (ids.size > 1) {
    const several = [...ids].map(([datasetId, id]) => `${id} (${datasetId ?? "local data"})`).join(", ");
    logger.warn(
      `The run ${JSON.stringify(runName)} has items of several datasets; it is ${ids.size} experiments: ${several}.`,
    );
  }
  const first = items[0]?.datasetId;
  return {
    idOf: ({ datasetId }) => ids.get(datasetId)!,
    id: ids.get(first) ?? createExperimentId(),
    isOfDataset: first !== undefined,
  };
}
