import type { ReactNode } from "react";
import { costText, countText, durationText, timeText } from "../components/format.ts";
import { Text } from "../components/text.tsx";
import type { TraceOrder } from "../data/trace-query.ts";
import type { TraceSummary } from "../data/trace-summary.ts";

export interface TraceColumn {
  readonly label: string;
  /** Width in a wide window, as a track of a grid. */
  readonly width: string;
  /** Order that a click on the head of the column chooses. */
  readonly order?: TraceOrder;
  readonly isNumber?: boolean;
  /** Unit of a number that stands without the head of its column, in a narrow window. */
  readonly unit?: string;
  /** True for a column that a narrow window leaves out. */
  readonly isWideOnly?: boolean;
  /** True for a text that has a line to itself in a narrow window. */
  readonly isLine?: boolean;
  /** True for a column that is shown only when it was chosen. */
  readonly isExtra?: boolean;
  readonly cell: (trace: TraceSummary) => ReactNode;
}

const list = (values: readonly string[]): ReactNode => values.length > 0 && <Text>{values.join(", ")}</Text>;
const text = (value: string | undefined): ReactNode => value !== undefined && <Text>{value}</Text>;

const NAMES = [
  "input",
  "output",
  "started",
  "latency",
  "firstToken",
  "tokens",
  "cost",
  "errors",
  "observations",
  "scores",
  "model",
  "user",
  "session",
  "tags",
  "environment",
] as const;

type OwnColumnName = (typeof NAMES)[number];

/** Beginning of the name of a column with the scores of one name. */
const SCORE = "score.";

/** Name of a column: one of this list, or that of the scores of one name. */
export type TraceColumnName = OwnColumnName | `${typeof SCORE}${string}`;

/** Most columns with scores of one name. */
const MOST_SCORES = 50;

/** Names of all columns but those of scores of one name, from left to right. */
export const COLUMN_NAMES: readonly OwnColumnName[] = NAMES;

/** Returns the name of the column with the scores of a name. */
export function scoreColumnName(score: string): TraceColumnName {
  return `${SCORE}${score}`;
}

const COLUMNS: Readonly<Record<OwnColumnName, TraceColumn>> = {
  input: { label: "Input", width: "minmax(10rem, 2.5fr)", isLine: true, cell: ({ input }) => text(input || undefined) },
  output: {
    label: "Output",
    width: "minmax(10rem, 2.5fr)",
    isLine: true,
    cell: ({ output }) => text(output || undefined),
  },
  started: {
    label: "Started",
    width: "9.5rem",
    order: "newest",
    cell: ({ startTime }) => <time dateTime={new Date(startTime).toISOString()}>{timeText(startTime)}</time>,
  },
  latency: {
    label: "Latency",
    width: "5rem",
    order: "latency",
    isNumber: true,
    cell: ({ latency }) => durationText(latency),
  },
  firstToken: {
    label: "First token",
    width: "5.5rem",
    order: "firstToken",
    isNumber: true,
    unit: "to first token",
    isExtra: true,
    cell: ({ firstToken }) => firstToken !== undefined && durationText(firstToken),
  },
  tokens: {
    label: "Tokens",
    width: "4.5rem",
    order: "tokens",
    isNumber: true,
    unit: "tokens",
    cell: ({ tokens }) => countText(tokens),
  },
  cost: { label: "Cost", width: "5.5rem", order: "cost", isNumber: true, cell: ({ cost }) => costText(cost) },
  errors: {
    label: "Errors",
    width: "3.5rem",
    order: "errors",
    isNumber: true,
    unit: "failed",
    cell: ({ errors }) => errors > 0 && <strong className="text-red">{countText(errors)}</strong>,
  },
  observations: {
    label: "Observations",
    width: "6.5rem",
    isNumber: true,
    unit: "observations",
    isExtra: true,
    cell: ({ observations }) => countText(observations),
  },
  scores: {
    label: "Scores",
    width: "minmax(8rem, 2fr)",
    isExtra: true,
    cell: ({ scores }) => list(scores.map(({ name, value }) => `${name} ${value}`)),
  },
  model: { label: "Model", width: "minmax(6rem, 1.5fr)", isWideOnly: true, cell: ({ models }) => list(models) },
  user: { label: "User", width: "minmax(5rem, 1.25fr)", isWideOnly: true, cell: ({ userId }) => text(userId) },
  session: {
    label: "Session",
    width: "minmax(5rem, 1.25fr)",
    isWideOnly: true,
    cell: ({ sessionId }) => text(sessionId),
  },
  tags: { label: "Tags", width: "minmax(4rem, 1fr)", isWideOnly: true, cell: ({ tags }) => list(tags) },
  environment: {
    label: "Environment",
    width: "minmax(6rem, 1.5fr)",
    isExtra: true,
    cell: ({ environment }) => text(environment),
  },
};

/** Returns a column of the list of traces after the name. */
export function columnOf(name: TraceColumnName): TraceColumn {
  return isOwn(name) ? COLUMNS[name] : scoreColumn(name.slice(SCORE.length));
}

function scoreColumn(score: string): TraceColumn {
  return {
    label: score,
    width: "minmax(5rem, 1fr)",
    unit: score,
    isExtra: true,
    cell: ({ scores }) => list(scores.filter(({ name }) => name === score).map(({ value }) => value)),
  };
}

function isOwn(name: string): name is OwnColumnName {
  return Object.hasOwn(COLUMNS, name);
}

/** Columns of a list for which none were chosen. */
export const DEFAULT_COLUMNS: readonly TraceColumnName[] = COLUMN_NAMES.filter((name) => !COLUMNS[name].isExtra);

/** Returns columns as the text that {@link columnsNamed} reads. The router decodes percent signs twice: commas in names have marks of their own. */
export function columnsText(columns: readonly TraceColumnName[]): string {
  return columns.map((name) => name.replaceAll("~", "~~").replaceAll(",", "~.")).join(",");
}

/** Returns the columns that a text names, with commas; the default columns for an empty text. */
export function columnsNamed(text: string): readonly TraceColumnName[] {
  if (text === "") return DEFAULT_COLUMNS;
  return inOrder(text.split(",").map((name) => name.replaceAll(/~[~.]/g, (pair) => (pair === "~." ? "," : "~"))));
}

/** Returns the columns among names, from left to right: scores of one name stand where the column of all scores does. */
export function inOrder(names: readonly string[]): readonly TraceColumnName[] {
  const scores = [...new Set(names)].filter((name): name is `${typeof SCORE}${string}` => name.startsWith(SCORE));
  const own = COLUMN_NAMES.filter((name) => names.includes(name));
  const place = COLUMN_NAMES.indexOf("scores");
  const before = own.filter((name) => COLUMN_NAMES.indexOf(name) <= place);
  return [...before, ...scores.slice(0, MOST_SCORES), ...own.slice(before.length)];
}

/** Returns true when a column shows scores. */
export function showsScores(name: TraceColumnName): boolean {
  return name === "scores" || name.startsWith(SCORE);
}

/** Returns the tracks of the grid of a row: the name, then the columns. */
export function tracksOf(columns: readonly TraceColumnName[]): string {
  return ["minmax(12rem, 3fr)", ...columns.map((name) => columnOf(name).width)].join(" ");
}
