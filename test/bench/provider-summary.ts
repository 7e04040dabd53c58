import { type Cell, figure, type Table } from "./table.ts";

/** Benchmarks of the packages that record calls of models and of tools, by their names in `run.ts`. */
export const PROVIDER_BENCHMARKS: readonly string[] = [
  "openai",
  "anthropic",
  "google-genai",
  "bedrock",
  "mistral",
  "cohere",
  "ollama",
  "mcp",
];

/** Contenders of the summary, by how their rows begin. */
const CONTENDERS: ReadonlyArray<readonly [title: string, row: RegExp]> = [
  ["svc, preload", /^svc, preload/],
  ["svc, observe…", /^svc, observe/],
  ["OpenInference", /^openinference/],
  ["OpenLLMetry", /^(?:openllmetry|traceloop)/],
  ["Langfuse", /^langfuse/],
];

/** Column of the provider benchmarks with the figure to summarise. */
const ADDED = "CPU added µs";

/** Tables of one benchmark. */
interface Measured {
  readonly name: string;
  readonly tables: readonly Table[];
}

/**
 * Returns one table of the CPU added per call, in microseconds: a row for each kind of call of each package, a column for each
 * contender. Names the rows in which a rival adds less than the preload.
 */
export function summariseProviders(measured: readonly Measured[]): Table {
  const rows = measured.flatMap(({ name, tables }) =>
    tables
      .filter(({ head }) => head.includes(ADDED))
      .map((table) => ({ name, title: table.title, added: addedIn(table) })),
  );
  const slower = rows.filter(({ added: [preload, , ...rivals] }) => rivals.some((rival) => rival! < preload!));
  return {
    title: "CPU added per call, µs",
    head: ["package", "call", ...CONTENDERS.map(([title]) => title)],
    rows: rows.map(({ name, title, added }) => ([name, title] as Cell[]).concat(added.map(cellOf))),
    notes: [
      slower.length === 0
        ? "The preload adds least in every row."
        : `A rival adds less in: ${slower.map(({ name, title }) => `${name}, ${title}`).join("; ")}.`,
    ],
  };
}

/** Returns the figures of the contenders; undefined for one that the table does not have. */
function addedIn({ head, rows }: Table): Array<number | undefined> {
  const column = head.indexOf(ADDED);
  return CONTENDERS.map(([, begin]) => {
    const cell = rows.find(([contender]) => begin.test(contender as string))?.[column];
    return typeof cell === "object" ? cell.value : undefined;
  });
}

function cellOf(added: number | undefined): Cell {
  return added === undefined ? "–" : figure(added);
}
