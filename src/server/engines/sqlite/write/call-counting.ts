import type { DatabaseSync } from "node:sqlite";
import {
  BEFORE_PATH,
  type CallRow,
  SCOPE_PATH,
  STEP_FIELDS,
  countedCall,
  isCounted,
  stepMetadata,
  stepType,
} from "../../../ingest/counting/step-fields.ts";
import { CALL_TYPES, repeatedCalls } from "../../../ingest/counting/repeated-calls.ts";
import { isOwnTracer } from "../../../ingest/mapping/attributes/producer-words.ts";
import type { ObservationRecord } from "../../../observations/observation-record.ts";
import { RecordReader } from "../database/record-reader.ts";
import { type Sql, joinSql, nameSql, sql } from "../../../storage/sql.ts";

/** Most traces of which is remembered who made their calls. */
const MOST_TRACES = 10_000;

/** Most spans of a trace whose calls are compared. The calls of a larger trace stay as they are. */
const MOST_SPANS = 20_000;

/** Spans of one trace in an export. */
interface TraceOfExport {
  spans: number;
  hasCall: boolean;
  /** True when another tracer than those of this service's SDKs made a call. */
  hasOther: boolean;
}

/**
 * Counts each model call of an export once, together with the calls that are stored already. A trace whose calls are all of this service's
 * SDKs costs one look at the index, when it is new.
 */
export class CallCounting {
  readonly #database: DatabaseSync;
  readonly #records: RecordReader;
  /** True for traces with a call of another tracer, false for those without, as far as known. */
  readonly #hasOther = new Map<string, boolean>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#records = new RecordReader(database);
  }

  /** Starts an export of a project. */
  begin(projectId: string): ExportCounting {
    const traces = new Map<string, TraceOfExport>();
    return {
      add: (observation, scope) => {
        const trace = traces.get(observation.traceId) ?? { spans: 0, hasCall: false, hasOther: false };
        traces.set(observation.traceId, trace);
        trace.spans += 1;
        if (!isCounted(observation)) return;
        trace.hasCall = true;
        trace.hasOther ||= !isOwnTracer(scope);
      },
      end: () => {
        for (const [traceId, trace] of traces) if (trace.hasCall) this.#count(projectId, traceId, trace);
      },
    };
  }

  #count(projectId: string, traceId: string, { spans, hasOther }: TraceOfExport): void {
    const key = `${projectId}\n${traceId}`;
    const known = hasOther || this.#hasOther.get(key);
    if (known === false) return;
    const ofTrace = sql`projectId = ${projectId} AND traceId = ${traceId}`;
    const stored = this.#stored(ofTrace);
    if (known !== true && stored <= spans) return this.#note(key, false);
    if (stored > MOST_SPANS) return;
    const calls = this.#records.all(callsOf(ofTrace)).map(countedCall);
    this.#note(
      key,
      calls.some(({ isOwn }) => !isOwn),
    );
    const byId = new Map(calls.map((call) => [call.id, call]));
    for (const [id, countedIn] of repeatedCalls(calls)) {
      const call = byId.get(id);
      if (call === undefined) continue;
      const { sql: text, values } = sql`UPDATE observations SET ${STEP}, type = ${stepType(call.type)},
        metadata = json_patch(metadata, ${JSON.stringify(stepMetadata(call, countedIn))}) WHERE ${ofTrace} AND id = ${id}`;
      this.#database.prepare(text).run(...values);
    }
  }

  /** Returns the number of stored spans of a trace, at most one more than are compared. */
  #stored(ofTrace: Sql): number {
    const count = sql<{ n: number }>`SELECT count(*) AS n FROM (
      SELECT 1 FROM observations WHERE ${ofTrace} LIMIT ${MOST_SPANS + 1})`;
    return this.#records.get(count)?.n ?? 0;
  }

  #note(key: string, hasOther: boolean): void {
    this.#hasOther.delete(key);
    this.#hasOther.set(key, hasOther);
    if (this.#hasOther.size <= MOST_TRACES) return;
    for (const oldest of this.#hasOther.keys()) {
      this.#hasOther.delete(oldest);
      return;
    }
  }
}

/** Counting of the calls of one export. */
export interface ExportCounting {
  /** Notes a stored observation, and the name of its scope. */
  add(observation: ObservationRecord, scope: string): void;
  /** Counts the calls, after all observations of the export are stored. */
  end(): void;
}

const STEP = joinSql(
  Object.entries(STEP_FIELDS).map(([name, value]) => sql`${nameSql(name)} = ${value}`),
  ", ",
);

const path = (name: string): Sql => sql`${`$.${JSON.stringify(name)}`}`;

function callsOf(ofTrace: Sql): Sql<CallRow> {
  const types = joinSql(
    CALL_TYPES.map((type) => sql`${type}`),
    ", ",
  );
  const gaveWay = sql`instr(metadata, ${JSON.stringify(BEFORE_PATH)}) > 0`;
  return sql<CallRow>`SELECT id, parentObservationId, type, model, inputTokens, outputTokens, hasInput, hasOutput,
      metadata -> ${path(SCOPE_PATH)} AS scope, iif(${gaveWay}, metadata -> ${path(BEFORE_PATH)}, NULL) AS before
    FROM observations WHERE ${ofTrace} AND (type IN (${types}) OR totalTokens > 0 OR ${gaveWay})`;
}
