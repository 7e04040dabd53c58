import { IS_ERROR, type Condition, type TraceSummary } from "@svc/core/internal";
import { parseArgs } from "node:util";
import { type TerminalCommand, UsageProblem, readLimit, readSince } from "./command.ts";
import { costText, countText, secondsText, timeText } from "./figures.ts";
import { ServiceReads } from "./reads.ts";
import { type Screen, screenOf } from "./screen.ts";
import { columnsOf, cut, pad, plain } from "./text.ts";
import { listTraces } from "./trace-list.ts";

const MOST = 1_000;

const USAGE = `Usage: svc traces [options]

Lists the latest traces that have an observation that meets all conditions, the newest first.

  --limit N         number of traces (default 20, at most ${MOST})
  --since TIME      start of the time: a length such as 15m, 2h or 7d, or a date
  --text TEXT       text in an input or output, in any case, from the beginning of a word
  --name TEXT       part of the name of an observation
  --trace-name TEXT part of the name of the trace
  --user ID         user
  --session ID      session
  --environment E   environment
  --model TEXT      part of the name of the model
  --tag TAG         tag; may be given several times
  --errors          only traces with failed observations
  --where FILTER    filter as on the page, such as 'level = ERROR or latency > 2'
  --filter JSON     conditions as the API takes them
  --json            print JSON
`;

const OPTIONS = {
  limit: { type: "string", default: "20" },
  since: { type: "string" },
  text: { type: "string" },
  name: { type: "string" },
  "trace-name": { type: "string" },
  user: { type: "string" },
  session: { type: "string" },
  environment: { type: "string" },
  model: { type: "string" },
  tag: { type: "string", multiple: true },
  errors: { type: "boolean" },
  where: { type: "string" },
  filter: { type: "string" },
  json: { type: "boolean" },
} as const;

/** Options that compare a column with a text. */
const TEXTS = [
  ["text", "content", "matches"],
  ["name", "name", "contains"],
  ["trace-name", "traceName", "contains"],
  ["user", "userId", "="],
  ["session", "sessionId", "="],
  ["environment", "environment", "="],
  ["model", "providedModelName", "contains"],
] as const;

export const tracesCommand: TerminalCommand = { usage: USAGE, run: runTraces };

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

async function runTraces(parameters: string[]): Promise<number> {
  const { values } = parseArgs({ args: parameters, options: OPTIONS });
  const limit = readLimit(values.limit, MOST);
  const since = values.since === undefined ? undefined : readSince(values.since);
  const conditions = conditionsOf(values);
  const traces = await listTraces(new ServiceReads(), conditions, { where: values.where, since }, limit);
  const screen = screenOf();
  if (values.json) {
    screen.print(JSON.stringify(traces, null, 2));
    return 0;
  }
  if (traces.length > 0) printTable(screen, traces);
  else if (conditions.length > 0 || values.where !== undefined || since !== undefined)
    process.stderr.write("No trace meets the conditions.\n");
  else process.stderr.write("There is no trace yet. Start an application with: node --import @svc/register app.js\n");
  return 0;
}

function conditionsOf(values: Values): Condition[] {
  return [
    ...TEXTS.flatMap(([option, column, operator]) => {
      const value = values[option];
      return value === undefined ? [] : [{ type: "string", column, operator, value }];
    }),
    ...(values.tag === undefined
      ? []
      : [{ type: "arrayOptions", column: "tags", operator: "all of", value: values.tag }]),
    ...(values.errors ? [IS_ERROR] : []),
    ...(values.filter === undefined ? [] : readFilter(values.filter)),
  ];
}

function readFilter(text: string): Condition[] {
  try {
    const filter: unknown = JSON.parse(text);
    if (Array.isArray(filter)) return filter as Condition[];
  } catch {
    // Reported below.
  }
  throw new UsageProblem(
    `--filter: a list in JSON is expected, such as [{"type":"number","column":"latency","operator":">","value":2}].`,
  );
}

interface Column {
  readonly label: string;
  readonly isNumber?: boolean;
  readonly cell: (trace: TraceSummary) => string;
}

/** Columns before and after the name, which takes the room that is left. */
const BEFORE: readonly Column[] = [
  { label: "STARTED", cell: ({ startTime }) => timeText(startTime) },
  { label: "TRACE", cell: ({ traceId }) => plain(traceId) },
];
const AFTER: readonly Column[] = [
  { label: "LATENCY", isNumber: true, cell: ({ latency }) => secondsText(latency) },
  { label: "TOKENS", isNumber: true, cell: ({ tokens }) => countText(tokens) },
  { label: "COST", isNumber: true, cell: ({ cost }) => costText(cost) },
  { label: "ERRORS", isNumber: true, cell: ({ errors }) => countText(errors) },
];

/** Columns that a name has at least. */
const NARROWEST_NAME = 12;

function printTable(screen: Screen, traces: readonly TraceSummary[]): void {
  const [before, after] = [BEFORE, AFTER].map((columns) => columns.map((column) => sized(column, traces)));
  const others = [...(before ?? []), ...(after ?? [])];
  const taken = others.reduce((sum, { width }) => sum + width + 2, 0);
  const longest = Math.max(4, ...traces.map(({ name }) => columnsOf(plain(name))));
  const width = Math.max(NARROWEST_NAME, Math.min(longest, screen.columns - taken));
  const line = (name: string, cellOf: (column: Sized) => string): string =>
    [...(before ?? []).map(cellOf), pad(cut(name, width), width), ...(after ?? []).map(cellOf)].join("  ").trimEnd();
  screen.print(
    screen.paint(
      "dim",
      line("NAME", ({ label, width: columns, isNumber }) => pad(label, columns, isNumber)),
    ),
  );
  for (const trace of traces) {
    const row = line(plain(trace.name) || "(unnamed)", ({ cell, width: columns, isNumber }) =>
      pad(cell(trace), columns, isNumber),
    );
    screen.print(trace.errors > 0 ? screen.paint("red", row) : row);
  }
}

type Sized = Column & { readonly width: number };

function sized(column: Column, traces: readonly TraceSummary[]): Sized {
  return { ...column, width: Math.max(column.label.length, ...traces.map((trace) => columnsOf(column.cell(trace)))) };
}
