import { isObject, parseContent, parseJson } from "../../../http/json.ts";
import { EXPERIMENT_COLUMNS, OBSERVATION_COLUMNS } from "../../../observations/observation-columns.ts";
import type { ExperimentRecord, ObservationRecord, ObservationRow } from "../../../observations/observation-record.ts";
import { namedColumns } from "../database/clickhouse-sql.ts";
import { type Sql } from "../../../storage/sql.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Columns that hold a list of texts. */
const LISTS = ["tags", "toolDefinitions", "toolCalls"] as const;

/** Columns that hold amounts by kind. */
const AMOUNTS = ["usageDetails", "costDetails"] as const;

/** Columns of the experiment of an observation. */
export const EXPERIMENT_FIELDS: ReadonlyArray<keyof ExperimentRecord> = EXPERIMENT_COLUMNS.filter((column) =>
  column.startsWith("experiment"),
);

/** Place of a row in the order of arrival, and among the states of its span. */
export interface RowPlace {
  seq: number;
  rowVersion: number;
  createdAt: number;
}

/** Key of a row of `observations`. */
export interface RowKey {
  projectId: string;
  day: number;
  traceId: string;
  id: string;
}

/** Row of `observations` to store. */
export type StoredRow = Record<string, unknown> & RowKey & RowPlace;

/** Returns the day of a time in milliseconds, counted from 1970. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS);
}

/** Returns the row of an observation. Lists and amounts have columns of their own types; values of metadata stay JSON. */
export function rowOf(observation: ObservationRecord, place: RowPlace): StoredRow {
  const { experiment, input, output } = observation;
  const fields = [
    ...OBSERVATION_COLUMNS.map((name) => [name, storable(observation[name])]),
    ...EXPERIMENT_FIELDS.map((name) => [name, storable(experiment?.[name] ?? null)]),
    ...LISTS.map((name) => [name, listOf(observation[name])]),
    ...AMOUNTS.map((name) => [name, parseJson(observation[name]) ?? {}]),
  ] as Array<[string, unknown]>;
  return {
    ...Object.fromEntries(fields),
    metadata: jsonByKey(observation.metadata),
    input: storable(input),
    output: storable(output),
    projectId: observation.projectId,
    day: dayOf(observation.startTime),
    traceId: storable(observation.traceId),
    id: storable(observation.id),
    ...place,
  };
}

/** Long texts of an observation that a read selects or leaves out. */
interface RowParts {
  readonly metadata: boolean;
  readonly content: boolean;
}

/** Returns the columns of the row `o` of `observations` that a read selects. */
export function rowColumns(parts: RowParts): Sql {
  return namedColumns(rowColumnNames(parts), "o");
}

export function rowColumnNames({ metadata, content }: RowParts): string[] {
  const names = OBSERVATION_COLUMNS.filter((name) => metadata || name !== "metadata");
  return content ? [...names, "input", "output"] : names;
}

/** Returns an observation as stored in all engines, given a row with {@link rowColumns}. */
export function observationOf(row: Record<string, unknown>): ObservationRow {
  const { metadata } = row;
  return {
    ...row,
    ...Object.fromEntries([...LISTS, ...AMOUNTS].map((name) => [name, JSON.stringify(row[name])])),
    ...(metadata !== undefined && { metadata: jsonOfMap(metadata) }),
  } as ObservationRow;
}

/** Returns the values of a JSON object as JSON texts, by key. */
export function jsonByKey(json: string): Record<string, string> {
  const object = parseContent(json);
  const entries = Object.entries(isObject(object) ? object : {});
  return Object.fromEntries(
    entries.map(([key, value]) => [storable(key), withoutLoneSurrogates(JSON.stringify(value))]),
  );
}

/** Returns a JSON object, given its values as JSON texts. */
export function jsonOfMap(map: unknown): string {
  const entries = Object.entries(isObject(map) ? map : {});
  return `{${entries.map(([key, json]) => `${JSON.stringify(key)}:${String(json)}`).join(",")}}`;
}

/**
 * Replaces each NUL and each half of a surrogate pair in a text by U+FFFD, the replacement character, as SQLite does: neither is
 * in the UTF-8 of other storage.
 */
export function storable<T>(value: T): T {
  return (typeof value === "string" ? value.replaceAll("\0", "\uFFFD").toWellFormed() : value) as T;
}

/** `JSON.stringify` writes as an escape only the halves of a surrogate pair without the other half. */
function withoutLoneSurrogates(json: string): string {
  return json.replaceAll(/\\(?:u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/g, (escape) =>
    /^\\u[dD]/.test(escape) ? "\uFFFD" : escape,
  );
}

function listOf(json: string): string[] {
  const list = parseJson(json);
  return Array.isArray(list) ? list.map((item) => storable(String(item))) : [];
}
