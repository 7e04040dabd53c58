import { pointFromRemovedNames } from "../options/removed-names.ts";
import { APIGroups, DatasetsGroup, ScoresGroup, TraceGroup } from "./groups.ts";

// Operations of the previous generation and their replacements. Contract: "Removed operations of the generated client".

const GROUPS = {
  sessions: "api.observations.getMany({ sessionId, ... })",
  legacy: "api.observations.getMany(...), api.metrics.metrics(...), api.scores.create(...) or api.scores.delete(id)",
  datasetRunItems: "api.experiments.listItems(...) or the experiment runner",
};

const TRACE = {
  get: "api.observations.getMany({ traceId, ... })",
  list: "api.observations.getMany({ ... })",
};

const SCORES = {
  getMany: "api.scoresV3.getManyV3(...)",
  getById: "api.scoresV3.getManyV3({ id })",
};

const DATASETS = {
  getRun: "api.experiments.list(...) and api.experiments.listItems(...)",
  getRuns: "api.experiments.list({ datasetId, fromStartTime })",
  deleteRun: "api.experiments.listItems(...), then api.trace.deleteMultiple({ traceIds })",
};

/** Makes each removed operation log its replacement when it is read. Called when a client is created. */
export function pointFromRemovedOperations(): void {
  pointFromRemovedNames(APIGroups.prototype, "api", GROUPS);
  pointFromRemovedNames(TraceGroup.prototype, "api.trace", TRACE);
  pointFromRemovedNames(ScoresGroup.prototype, "api.scores", SCORES);
  pointFromRemovedNames(DatasetsGroup.prototype, "api.datasets", DATASETS);
}
