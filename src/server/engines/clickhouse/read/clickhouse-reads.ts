import type { RecordedModels } from "../../../ingest/prices/recorded-models.ts";
import type { ObservationRow } from "../../../observations/observation-record.ts";
import { type FilterNode, conditionsIn } from "../../../query/filter-syntax.ts";
import type { ObservationQuery } from "../../../query/observation-query.ts";
import type { AsyncReads } from "../../../query/observation-reads.ts";
import { commentsOfObservations } from "../../../resources/comments.ts";
import { promptIds } from "../../../resources/prompts.ts";
import type { Records } from "../../../storage/records.ts";
import { sql } from "../../../storage/sql.ts";
import { modelUseStatement } from "../../sql/model-use.ts";
import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { CLICKHOUSE } from "./clickhouse-dialect.ts";
import { readExperimentTotals } from "./experiment-totals.ts";
import { listExperimentItems, listExperiments } from "./experiments.ts";
import { type CommentsByObservation, NO_COMMENTS } from "./filters/observation-columns.ts";
import { readMetrics } from "./metrics/metrics.ts";
import { dayOf } from "./observation-row.ts";
import { type OtherRecords, hasObservation, observationPage, startTimes } from "./observations.ts";
import { listScoreKinds, scoreAgreement } from "./score-agreement.ts";
import { scorePage } from "./scores.ts";
import { listGroups } from "./sessions.ts";
import { traceExcerpts } from "./trace-excerpts.ts";

/** Returns the reads of a database. `records` and `models` are what belongs to observations and is kept elsewhere. */
export function clickHouseReads(database: ClickHouseDatabase, records: Records, models: RecordedModels): AsyncReads {
  const othersOf = async (projectId: string, { filters, selection }: ObservationQuery): Promise<OtherRecords> => {
    const byId = selection.groups.has("model") ? await models.byId() : undefined;
    return {
      comments: await commentsFor(records, projectId, filters),
      findModel: (id) => byId?.find(projectId, id),
      addPromptIds: async (rows) => addPromptIds(records, projectId, rows),
    };
  };
  return {
    observations: async (projectId, query) =>
      observationPage(database, projectId, query, await othersOf(projectId, query)),
    hasObservation: async (projectId, query) =>
      hasObservation(database, projectId, query, await othersOf(projectId, query)),
    startTimes: async (projectId, query) => startTimes(database, projectId, query, await othersOf(projectId, query)),
    experiments: async (projectId, query) => listExperiments(database, projectId, query),
    experimentItems: async (projectId, query) => listExperimentItems(database, projectId, query),
    experimentTotals: async (projectId, ids) => ({ data: await readExperimentTotals(database, projectId, ids) }),
    metrics: async (projectId, query) => {
      const comments = await commentsFor(records, projectId, query.filters);
      return { data: await readMetrics(database, projectId, query, comments) };
    },
    traceExcerpts: async (projectId, traceIds) => ({ data: await traceExcerpts(database, projectId, traceIds) }),
    groups: async (projectId, query) => listGroups(database, projectId, query),
    scores: async (projectId, query) => scorePage(database, projectId, query),
    scoreKinds: async (projectId) => listScoreKinds(database, projectId),
    scoreAgreement: async (projectId, query) => scoreAgreement(database, projectId, query),
    modelUse: async (projectId, start) => {
      const since = sql`o.projectId = ${projectId} AND o.day >= ${dayOf(start)} AND o.startTime >= ${start}`;
      return database.all(modelUseStatement(CLICKHOUSE, since));
    },
    modelIdFor: async (projectId, name) => (await models.current()).find(projectId, name)?.id ?? null,
  };
}

async function commentsFor(
  records: Records,
  projectId: string,
  filters: readonly FilterNode[],
): Promise<CommentsByObservation> {
  const isAsked = conditionsIn(filters).some(({ column }) => column === "commentCount" || column === "commentContent");
  if (!isAsked) return NO_COMMENTS;
  const byId = Map.groupBy(await commentsOfObservations(records, projectId), ({ objectId }) => objectId);
  return {
    ids: [...byId.keys()],
    counts: [...byId.values()].map(({ length }) => length),
    contents: [...byId.values()].map((comments) => comments.map(({ content }) => content).join("\n")),
  };
}

async function addPromptIds(records: Records, projectId: string, rows: readonly ObservationRow[]): Promise<void> {
  const names = new Set(rows.map(({ promptName }) => promptName).filter((name) => name !== null));
  const find = await promptIds(records, projectId, names);
  for (const row of rows) {
    const { promptName, promptVersion } = row;
    row.promptId = promptName === null || promptVersion === null ? null : (find(promptName, promptVersion) ?? null);
  }
}
