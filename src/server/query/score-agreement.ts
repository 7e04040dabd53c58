import { invalidParameter } from "../http/http-errors.ts";

/** Types of scores whose values can be compared with those of another score. */
const COMPARED_TYPES = ["NUMERIC", "BOOLEAN", "CATEGORICAL"] as const;

/** Scores that one source, or one member, gives under one name. */
export interface ScoreKind {
  readonly name: string;
  readonly source: string;
  readonly dataType: string;
  /** Member who gave them. Undefined for those of everyone together. */
  readonly authorUserId?: string;
}

export interface CountedKind extends ScoreKind {
  readonly count: number;
}

/** Two kinds of scores to compare. */
export interface AgreementQuery {
  readonly one: ScoreKind;
  readonly other: ScoreKind;
}

/** Values that both scores have of the same objects, with the number of these objects. */
export interface ValuePair {
  readonly one: string | number;
  readonly other: string | number;
  readonly count: number;
}

/** Agreement of two kinds of scores about the same objects. */
export interface ScoreAgreement {
  /** Number of objects that have both scores. */
  readonly objects: number;
  /** Set for numbers. */
  readonly numbers?: NumberAgreement;
  /** Set for labels: categories, true and false. */
  readonly labels?: LabelAgreement;
}

/** Agreement of two numeric scores. */
export interface NumberAgreement {
  /** Correlation by Pearson, from -1 to 1; null when one score has a single value. */
  readonly correlation: number | null;
  /** Mean distance of the two values of an object. */
  readonly meanDistance: number;
  /** Least and highest value of each score. */
  readonly oneRange: readonly [number, number];
  readonly otherRange: readonly [number, number];
  /** Numbers of objects in a grid: a row for each part of the other score, the least first, a column for each part of the one. */
  readonly grid: ReadonlyArray<readonly number[]>;
}

/** Agreement of two scores with labels. */
export interface LabelAgreement {
  readonly labels: readonly string[];
  /** Numbers of objects: a row for each label of the one score, a column for each label of the other. */
  readonly counts: ReadonlyArray<readonly number[]>;
  /** Fraction of the objects with the same label. */
  readonly agreed: number;
  /** Cohen's kappa: the agreement beyond chance, at most 1; null when chance alone gives full agreement. */
  readonly kappa: number | null;
}

/** Most kinds of scores in an answer. */
export const MOST_KINDS = 1_000;

/** Most different pairs of values that are compared, the most frequent first. */
export const MOST_PAIRS = 100_000;

/** Rows and columns of the grid of two numeric scores. */
const GRID = 10;

/** Kinds as storage counts them, by their authors. Null for scores without an author, and for those of everyone. */
export type KindRow = Omit<CountedKind, "authorUserId"> & { readonly authorUserId: string | null };

/** Returns the kinds of scores: those of everyone, then those of each author. */
export function countedKinds(ofEveryone: readonly KindRow[], byAuthor: readonly KindRow[]): CountedKind[] {
  return [...ofEveryone, ...byAuthor].map(({ authorUserId, ...kind }) =>
    authorUserId === null ? kind : Object.assign(kind, { authorUserId }),
  );
}

/** Reads which scores to compare. Throws a 400 for scores that cannot be compared. */
export function readAgreementQuery(given: Readonly<Record<string, readonly string[]>>): AgreementQuery {
  const [one, other] = [readKind(given, ""), readKind(given, "other")];
  if ((one.dataType === "NUMERIC") !== (other.dataType === "NUMERIC")) {
    throw invalidParameter("otherDataType", "numbers are compared with numbers, and labels with labels");
  }
  return { one, other };
}

function readKind(given: Readonly<Record<string, readonly string[]>>, prefix: string): ScoreKind {
  const nameOf = (field: string): string =>
    prefix === "" ? field : prefix + field.charAt(0).toUpperCase() + field.slice(1);
  const read = (field: string): string => {
    const name = nameOf(field);
    const value = given[name]?.[0] ?? "";
    if (value === "") throw invalidParameter(name, "a text is expected");
    if (field === "dataType" && !COMPARED_TYPES.some((type) => type === value)) {
      throw invalidParameter(name, `one of ${COMPARED_TYPES.join(", ")} is expected`);
    }
    return value;
  };
  const authorUserId = given[nameOf("authorUserId")]?.[0] ?? "";
  return {
    name: read("name"),
    source: read("source"),
    dataType: read("dataType"),
    ...(authorUserId !== "" && { authorUserId }),
  };
}

export function agreementOf({ one }: AgreementQuery, pairs: readonly ValuePair[]): ScoreAgreement {
  const objects = pairs.reduce((sum, { count }) => sum + count, 0);
  if (objects === 0) return { objects };
  return one.dataType === "NUMERIC"
    ? { objects, numbers: agreementOfNumbers(pairs, objects) }
    : { objects, labels: agreementOfLabels(pairs, objects) };
}

function agreementOfNumbers(pairs: readonly ValuePair[], objects: number): NumberAgreement {
  const points = pairs.map(({ one, other, count }) => ({ x: Number(one), y: Number(other), count }));
  const mean = (value: (point: (typeof points)[number]) => number): number =>
    points.reduce((sum, point) => sum + value(point) * point.count, 0) / objects;
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = Math.sqrt(mean(({ x }) => (x - meanX) ** 2) * mean(({ y }) => (y - meanY) ** 2));
  const [oneRange, otherRange] = [rangeOf(points.map(({ x }) => x)), rangeOf(points.map(({ y }) => y))];
  const grid = Array.from({ length: GRID }, () => Array.from({ length: GRID }, () => 0));
  for (const { x, y, count } of points) {
    const row = grid[placeIn(otherRange, y)];
    const column = placeIn(oneRange, x);
    if (row !== undefined) row[column] = (row[column] ?? 0) + count;
  }
  return {
    correlation: spread === 0 ? null : mean(({ x, y }) => (x - meanX) * (y - meanY)) / spread,
    meanDistance: mean(({ x, y }) => Math.abs(x - y)),
    oneRange,
    otherRange,
    grid,
  };
}

function rangeOf(values: readonly number[]): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return [least, most];
}

function placeIn([least, most]: readonly [number, number], value: number): number {
  return most === least ? 0 : Math.min(GRID - 1, Math.floor(((value - least) / (most - least)) * GRID));
}

function agreementOfLabels(pairs: readonly ValuePair[], objects: number): LabelAgreement {
  const labels = [...new Set(pairs.flatMap(({ one, other }) => [String(one), String(other)]))].toSorted();
  const places = new Map(labels.map((label, place) => [label, place]));
  const counts = labels.map(() => labels.map(() => 0));
  for (const { one, other, count } of pairs) {
    const row = counts[places.get(String(one)) ?? 0];
    const column = places.get(String(other)) ?? 0;
    if (row !== undefined) row[column] = (row[column] ?? 0) + count;
  }
  const agreed = sum(counts.map((row, place) => row[place] ?? 0)) / objects;
  const byChance = sum(
    counts.map((row, place) => (sum(row) / objects) * (sum(counts.map((each) => each[place] ?? 0)) / objects)),
  );
  return { labels, counts, agreed, kappa: byChance === 1 ? null : (agreed - byChance) / (1 - byChance) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
