import type { DatabaseSync } from "node:sqlite";
import { StoredModels } from "../stored-models.ts";
import type { ObservationReads } from "../../../query/observation-reads.ts";
import { RecordReader } from "../database/record-reader.ts";
import { sql } from "../../../storage/sql.ts";
import { modelUseStatement } from "../../sql/model-use.ts";
import { listExperimentItems } from "./experiment-items.ts";
import { readExperimentTotals } from "./experiment-totals.ts";
import { listExperiments } from "./experiments.ts";
import { FilterSearches } from "./filters/filter-searches.ts";
import { addAggregates } from "./metrics/aggregates.ts";
import { addListAggregates } from "./metrics/list-aggregates.ts";
import { readMetrics } from "./metrics/metrics.ts";
import { hasObservation, observationPage, startTimes } from "./observations.ts";
import { listScoreKinds, scoreAgreement } from "./score-agreement.ts";
import { scorePage } from "./scores.ts";
import { listGroups } from "./sessions.ts";
import { SQLITE } from "./sqlite-dialect.ts";
import { traceExcerpts } from "./trace-excerpts.ts";

/** Returns the reads on the connection of one reader. */
export function sqliteReads(database: DatabaseSync): ObservationReads {
  const records = new RecordReader(database);
  const searches = new FilterSearches(database, records);
  const models = new StoredModels(database);
  addAggregates(database);
  addListAggregates(database);
  return {
    observations: (projectId, query) => {
      const byId = models.byId();
      return observationPage(records, searches, projectId, query, (id) => byId.find(projectId, id));
    },
    hasObservation: (projectId, query) => hasObservation(records, searches, projectId, query),
    startTimes: (projectId, query) => startTimes(records, searches, projectId, query),
    traceExcerpts: (projectId, traceIds) => ({ data: traceExcerpts(records, projectId, traceIds) }),
    experiments: (projectId, query) => listExperiments(records, searches, projectId, query),
    experimentItems: (projectId, query) => listExperimentItems(records, searches, projectId, query),
    experimentTotals: (projectId, ids) => ({ data: readExperimentTotals(records, projectId, ids) }),
    metrics: (projectId, query) => ({ data: readMetrics(records, searches, projectId, query) }),
    groups: (projectId, query) => listGroups(records, projectId, query),
    scores: (projectId, query) => scorePage(records, searches, projectId, query),
    scoreKinds: (projectId) => listScoreKinds(records, projectId),
    scoreAgreement: (projectId, query) => scoreAgreement(records, projectId, query),
    modelUse: (projectId, start) =>
      records.all(modelUseStatement(SQLITE, sql`o.projectId = ${projectId} AND o.startTime >= ${start}`)),
    modelIdFor: (projectId, name) => models.current().find(projectId, name)?.id ?? null,
  };
}
