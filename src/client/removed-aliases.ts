/** Methods of the previous generation's client, and their replacements. Contract: "removed aliases". */
export const REMOVED_ALIASES: Readonly<Record<string, string>> = {
  getPrompt: "prompt.get(...)",
  createPrompt: "prompt.create(...)",
  updatePrompt: "prompt.update(...)",
  getDataset: "dataset.get(...)",
  createDatasetItem: "dataset.createItem(...)",
  resolveMediaReferences: "media.resolveReferences(...)",
  createDataset: "api.datasets.create(...)",
  getDatasetItem: "api.datasetItems.get(id)",
  fetchMedia: "api.media.get(id)",
  fetchTrace: "api.observations.getMany({ traceId, ... })",
  fetchTraces: "api.observations.getMany({ ... })",
  fetchObservation: "api.observations.getMany({ filter, ... })",
  fetchObservations: "api.observations.getMany(...)",
  fetchSessions: "api.observations.getMany({ sessionId, ... })",
  getDatasetRun: "api.experiments.list(...) and api.experiments.listItems(...)",
  getDatasetRuns: "api.experiments.list({ datasetId, fromStartTime })",
};
