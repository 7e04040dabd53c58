import {
  BEFORE_PATH,
  type CallRow,
  SCOPE_PATH,
  STEP_FIELDS,
  countedCall,
  isCounted,
  isOwn,
  stepMetadata,
  stepType,
} from "../../../ingest/counting/step-fields.ts";
import { CALL_TYPES, type CountedCall, repeatedCalls } from "../../../ingest/counting/repeated-calls.ts";
import type { ObservationRecord } from "../../../observations/observation-record.ts";
import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { type Sql, arraySql, sql } from "../../../storage/sql.ts";
import { daysOfTraces } from "../read/found-observations.ts";
import type { StoredRow } from "../read/observation-row.ts";

/** Most traces, and most observations, in one statement. */
const MOST = 1_000;

/** Most calls of a trace that are compared. The calls of a larger trace stay as they are. */
const MOST_CALLS = 20_000;

/**
 * Counts each model call of stored observations once, together with the calls that were stored before. `seen` has the traces of which
 * observations were stored before: any other trace, with calls of this service's SDKs only, is not read.
 */
export async function countCalls(
  database: ClickHouseDatabase,
  observations: readonly ObservationRecord[],
  seen: ReadonlySet<string>,
): Promise<void> {
  const called = observations.filter((one) => isCounted(one) && (seen.has(one.traceId) || !isOwn(one)));
  for (const [projectId, ofProject] of Map.groupBy(called, ({ projectId }) => projectId)) {
    const traces = [...new Set(ofProject.map(({ traceId }) => traceId))];
    for (let start = 0; start < traces.length; start += MOST) {
      await countOfTraces(database, projectId, traces.slice(start, start + MOST));
    }
  }
}

async function countOfTraces(
  database: ClickHouseDatabase,
  projectId: string,
  traceIds: readonly string[],
): Promise<void> {
  const rows = await database.all(callsOf(ofTraces(projectId, traceIds)));
  const steps = new Map<string, StepOfTrace>();
  for (const [traceId, ofTrace] of Map.groupBy(rows, (row) => row.traceId)) {
    // A single call repeats nothing.
    if (ofTrace.length === 1 || ofTrace.length > MOST_CALLS) continue;
    const byId = new Map(ofTrace.map((row) => [row.id, countedCall(row)]));
    for (const [id, countedIn] of repeatedCalls([...byId.values()])) {
      const call = byId.get(id);
      if (call !== undefined) steps.set(stepKey({ traceId, id }), { traceId, call, countedIn });
    }
  }
  const found = [...steps.values()];
  for (let start = 0; start < found.length; start += MOST) {
    await storeSteps(database, projectId, found.slice(start, start + MOST), steps);
  }
}

/** Observation of a trace that gives way, and the ids of those that count in its place. */
interface StepOfTrace {
  traceId: string;
  call: CountedCall;
  countedIn: readonly string[];
}

async function storeSteps(
  database: ClickHouseDatabase,
  projectId: string,
  part: readonly StepOfTrace[],
  steps: ReadonlyMap<string, StepOfTrace>,
): Promise<void> {
  const [traces, ids] = [part.map(({ traceId }) => traceId), part.map(({ call }) => call.id)];
  const rows = await database.all(sql<StoredRow>`SELECT o.* FROM observations AS o FINAL
    WHERE ${ofTraces(projectId, traces)} AND o.id IN ${arraySql(ids)}`);
  const stored = rows.flatMap((row) => {
    const step = steps.get(stepKey(row));
    return step === undefined ? [] : [asStep(row, step)];
  });
  await database.insert("observations", stored);
}

/** Returns the row of an observation that gives way. It wins over the state that was read, and over no later one. */
function asStep(row: StoredRow, { call, countedIn }: StepOfTrace): StoredRow {
  const added = Object.entries(stepMetadata(call, countedIn)).map(([path, value]) => [path, JSON.stringify(value)]);
  return {
    ...row,
    ...STEP_FIELDS,
    usageDetails: {},
    costDetails: {},
    type: stepType(call.type),
    metadata: { ...(row["metadata"] as Record<string, string>), ...Object.fromEntries(added) },
    rowVersion: row.rowVersion + 1,
  };
}

type RowOfTrace = CallRow & { traceId: string };

function stepKey({ traceId, id }: { traceId: string; id: string }): string {
  return `${traceId}\n${id}`;
}

function ofTraces(projectId: string, traceIds: readonly string[]): Sql {
  return sql`o.projectId = ${projectId} AND ${daysOfTraces(projectId, arraySql(traceIds))} AND o.traceId IN ${arraySql(traceIds)}`;
}

function callsOf(condition: Sql): Sql<RowOfTrace> {
  const gaveWay = sql`mapContains(o.metadata, ${BEFORE_PATH})`;
  return sql<RowOfTrace>`SELECT o.traceId AS traceId, o.id AS id, o.parentObservationId AS parentObservationId, o.type AS type,
      o.model AS model, o.inputTokens AS inputTokens, o.outputTokens AS outputTokens,
      o.hasInput AS hasInput, o.hasOutput AS hasOutput,
      if(mapContains(o.metadata, ${SCOPE_PATH}), o.metadata[${SCOPE_PATH}], NULL) AS scope,
      if(${gaveWay}, o.metadata[${BEFORE_PATH}], NULL) AS before
    FROM observations AS o FINAL WHERE ${condition}
      AND (o.type IN ${arraySql(CALL_TYPES)} OR o.totalTokens > 0 OR ${gaveWay})`;
}
