import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { cursorAfter } from "./cursor.ts";
import { selectFields } from "./observation-fields.ts";
import type { Condition, ObservationQuery } from "./observation-query.ts";
import type { ObservationRecord } from "./observation-record.ts";
import { OBSERVATION_COLUMNS } from "./schema.ts";

/** One page of observations; without a cursor it is the last. */
export interface ObservationPage {
  data: Array<Record<string, unknown>>;
  meta: { cursor?: string };
}

/** Columns that can be large, and the field groups for which they are read. */
const LARGE_COLUMNS: Partial<Record<keyof ObservationRecord, string>> = {
  input: "io",
  output: "io",
  metadata: "metadata",
};

/** Newest first; trace and id decide between observations of one millisecond, so that no page repeats or misses any. */
const NEWEST_FIRST = "startTime DESC, traceId DESC, id DESC";

/** The same order, which SQLite cannot take from an index: it would walk all of time in search of one trace. */
const NEWEST_FIRST_BY_SORTING = "+startTime DESC, traceId DESC, id DESC";

/** Reads the stored observations of one project. */
export class ObservationReader {
  readonly #database: DatabaseSync;
  readonly #ofProject: Condition;

  constructor(database: DatabaseSync, projectId: string) {
    this.#database = database;
    this.#ofProject = { sql: "projectId = ?", values: [projectId] };
  }

  /** The observations a query asks for, newest first, as the API shows them. */
  page({ selection, conditions, cursor, limit }: ObservationQuery): ObservationPage {
    const behind = cursor
      ? [{ sql: "(startTime, traceId, id) < (?, ?, ?)", values: [cursor.startTime, cursor.traceId, cursor.id] }]
      : [];
    const order = conditions.some(({ isSelective }) => isSelective) ? NEWEST_FIRST_BY_SORTING : NEWEST_FIRST;
    const columns = OBSERVATION_COLUMNS.filter((column) => {
      const group = LARGE_COLUMNS[column];
      return group === undefined || selection.groups.has(group);
    });
    const rows = this.#read(columns, [...conditions, ...behind], order, limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      data: shown.map((row) => selectFields(row, selection)),
      meta: last && rows.length > limit ? { cursor: cursorAfter(last) } : {},
    };
  }

  /** The observations of one trace, oldest first, at most `limit`. */
  trace(traceId: string, limit: number): ObservationRecord[] {
    // Within one millisecond, spans arrive in the order in which they ended.
    const order = "+startTime, rowid";
    return this.#read(OBSERVATION_COLUMNS, [{ sql: "traceId = ?", values: [traceId] }], order, limit);
  }

  /** The latest root observations, newest first, without input, output and metadata. */
  latestRoots(limit: number): ObservationRecord[] {
    const columns = OBSERVATION_COLUMNS.filter((column) => LARGE_COLUMNS[column] === undefined);
    return this.#read(columns, [{ sql: "isRoot = 1", values: [] }], NEWEST_FIRST, limit);
  }

  #read(
    columns: ReadonlyArray<keyof ObservationRecord>,
    conditions: Condition[],
    order: string,
    limit: number,
  ): ObservationRecord[] {
    const all = [this.#ofProject, ...conditions];
    const where = all.map(({ sql }) => sql).join(" AND ");
    const values: SQLInputValue[] = all.flatMap((condition) => condition.values);
    const statement = this.#database.prepare(
      `SELECT ${columns.join(", ")} FROM observations WHERE ${where} ORDER BY ${order} LIMIT ?`,
    );
    return statement.all(...values, limit) as unknown as ObservationRecord[];
  }
}
