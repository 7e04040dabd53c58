import type { ObservationRecord } from "../../../observations/observation-record.ts";
import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { arraySql, sql } from "../../../storage/sql.ts";
import { type RowKey, type RowPlace, type StoredRow, rowOf } from "../read/observation-row.ts";
import type { ArrivalClock } from "./arrival-clock.ts";
import { type SpanState, isEarlier, versionOf } from "./span-state.ts";

/** Most ids in one query. */
const MOST_IDS = 2_000;

/** Stored state of a span: what stays when the span arrives again, and what tells which of two states is later. */
type KnownRow = RowKey & RowPlace & SpanState;

/**
 * Stores observations. One that is stored already is replaced, unless its stored state is a later one: it keeps its number and the time
 * of its creation. The row of a key with the highest version counts, and the key has the day of the start; a row of another day is taken
 * back in the same insert. Returns the traces of which observations were stored before.
 */
export async function storeObservations(
  database: ClickHouseDatabase,
  clock: ArrivalClock,
  observations: readonly ObservationRecord[],
): Promise<ReadonlySet<string>> {
  const { known, seen } = await knownRows(database, observations);
  const rows = new Map<string, StoredRow>();
  for (const observation of observations) {
    const before = known.get(spanKey(observation));
    if (before !== undefined && isEarlier(observation, before)) continue;
    const arrival = clock.next();
    const rowVersion = Math.max(versionOf(observation, arrival), (before?.rowVersion ?? 0) + 1);
    const { seq, createdAt } = before ?? { seq: arrival, createdAt: observation.createdAt };
    const row = rowOf(observation, { seq, rowVersion, createdAt });
    if (before !== undefined && before.day !== row.day) rows.set(rowKey(before), takenBack(row, before));
    rows.set(rowKey(row), row);
    // The same span can be in the batch again.
    const { projectId, day, traceId, id } = row;
    const { isOpen, endTime } = observation;
    known.set(spanKey(observation), { projectId, day, traceId, id, seq, rowVersion, createdAt, isOpen, endTime });
  }
  await database.insert("observations", [...rows.values()]);
  return seen;
}

/** Returns the row that ends the state of a span on another day. It needs only the key; the other columns keep their types. */
function takenBack(row: StoredRow, { day }: KnownRow): StoredRow {
  return { ...row, day, metadata: {}, input: null, output: null, isDeleted: 1 };
}

async function knownRows(
  database: ClickHouseDatabase,
  observations: readonly ObservationRecord[],
): Promise<{ known: Map<string, KnownRow>; seen: Set<string> }> {
  const known = new Map<string, KnownRow>();
  const seen = new Set<string>();
  for (const [projectId, ofProject] of Map.groupBy(observations, ({ projectId }) => projectId)) {
    for (let start = 0; start < ofProject.length; start += MOST_IDS) {
      const part = ofProject.slice(start, start + MOST_IDS);
      for (const row of await knownOf(database, projectId, part, seen)) known.set(spanKey(row), row);
    }
  }
  return { known, seen };
}

async function knownOf(
  database: ClickHouseDatabase,
  projectId: string,
  observations: readonly ObservationRecord[],
  seen: Set<string>,
): Promise<KnownRow[]> {
  const traces = [...new Set(observations.map(({ traceId }) => traceId))];
  const days = await database.all(sql<{ day: number; traceId: string }>`SELECT DISTINCT day, traceId
    FROM observation_traces WHERE projectId = ${projectId} AND traceId IN ${arraySql(traces)}`);
  if (days.length === 0) return [];
  const stored = new Set(days.map(({ traceId }) => traceId));
  for (const traceId of stored) seen.add(traceId);
  const ids = observations.filter(({ traceId }) => stored.has(traceId)).map(({ id }) => id);
  return database.all(sql<KnownRow>`SELECT o.projectId AS projectId, o.day AS day, o.traceId AS traceId, o.id AS id,
      o.seq AS seq, o.rowVersion AS rowVersion, o.createdAt AS createdAt, o.isOpen AS isOpen, o.endTime AS endTime
    FROM observations AS o FINAL WHERE o.projectId = ${projectId} AND o.day IN ${arraySql([...new Set(days.map(({ day }) => day))])}
      AND o.traceId IN ${arraySql([...stored])} AND o.id IN ${arraySql([...new Set(ids)])}`);
}

function spanKey({ projectId, traceId, id }: Pick<RowKey, "projectId" | "traceId" | "id">): string {
  return `${projectId}\n${traceId}\n${id}`;
}

function rowKey({ projectId, day, traceId, id }: RowKey): string {
  return `${projectId}\n${day}\n${traceId}\n${id}`;
}
