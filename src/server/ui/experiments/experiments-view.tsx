import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import type { Column } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { costText, countText, durationText, timeText } from "../components/format.ts";
import { PageFrame } from "../components/page-frame.tsx";
import { RecordList } from "../components/record-list.tsx";
import { Text } from "../components/text.tsx";
import { useDatasets } from "../data/datasets.ts";
import { type ListedExperiment, useExperimentList } from "../data/experiment-list.ts";
import { type Project, useProject } from "../data/project.tsx";
import { datasetAddress } from "../dataset/dataset-addresses.ts";
import { scoreText } from "./aggregate.ts";
import { comparisonQuery } from "./results-state.ts";

/** Program that makes the first experiment. */
const EXAMPLE = `import { SvcClient } from "@svc/client";

const result = await new SvcClient().experiment.run({
  name: "capitals",
  data: [{ input: "France", expectedOutput: "Paris" }],
  task: async ({ input }) => (input === "France" ? "Paris" : ""),
  evaluators: [
    ({ output, expectedOutput }) => ({ name: "exact", value: output === expectedOutput ? 1 : 0 }),
  ],
});
console.log(await result.format());`;

/** Experiments of the project, the most recent first. Those that are chosen open side by side. */
export function ExperimentsView(): ReactElement {
  const project = useProject();
  const { path } = project;
  const list = useExperimentList();
  const datasets = new Map(useDatasets().data?.map(({ id, name }) => [id, name]));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string): void => {
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  };
  // The oldest is the baseline: the question is what later changes made of it.
  const oldestFirst = list.rows.filter(({ id }) => chosen.has(id)).toReversed();
  const results = `${path}/experiments/results`;
  const columns = columnsOf(project, results, datasets, chosen, toggle);
  return (
    <PageFrame title="Experiments">
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
        <h1 className="font-semibold">Experiments</h1>
        {oldestFirst.length > 0 && (
          <Link href={results + comparisonQuery(oldestFirst.map(({ id }) => id))} className="button bg-chosen">
            {oldestFirst.length === 1 ? "Show results" : `Compare ${oldestFirst.length} experiments`}
          </Link>
        )}
      </div>
      <RecordList
        label="Experiments"
        columns={columns}
        keyOf={({ id }) => id}
        list={list}
        empty={
          <EmptyState title="There is no experiment" code={EXAMPLE}>
            Run this as <code>node --import @svc/register experiment.mjs</code>. It prints the address of its results.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}

function columnsOf(
  project: Project,
  results: string,
  datasets: ReadonlyMap<string, string>,
  chosen: ReadonlySet<string>,
  toggle: (id: string) => void,
): ReadonlyArray<Column<ListedExperiment>> {
  return [
    {
      label: "Experiment",
      cell: ({ id, name }) => (
        <span className="flex min-w-0 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 shrink-0"
            aria-label={`Compare ${name.slice(0, 100)}`}
            checked={chosen.has(id)}
            onChange={() => toggle(id)}
          />
          <Link href={results + comparisonQuery([id])} className="text-link flex min-w-0 font-medium underline">
            <Text>{name}</Text>
          </Link>
        </span>
      ),
    },
    {
      label: "Dataset",
      isWideOnly: true,
      cell: ({ datasetId }) =>
        datasetId !== null && (
          <Link href={datasetAddress(project, datasetId)} className="text-link flex min-w-0 underline">
            <Text>{datasets.get(datasetId) ?? datasetId}</Text>
          </Link>
        ),
    },
    { label: "Started", isWideOnly: true, cell: ({ startTime }) => timeText(Date.parse(startTime)) },
    {
      label: "Items",
      isNumber: true,
      cell: ({ itemCount, totals }) => (
        <>
          {countText(itemCount)}
          {totals !== undefined && totals.failed > 0 && (
            <strong className="text-red block whitespace-nowrap">{countText(totals.failed)} failed</strong>
          )}
        </>
      ),
    },
    { label: "Scores", cell: ({ totals }) => <Averages totals={totals} /> },
    { label: "Latency", isNumber: true, isWideOnly: true, cell: ({ totals }) => latencyText(totals?.medianLatency) },
    { label: "p95", isNumber: true, isWideOnly: true, cell: ({ totals }) => latencyText(totals?.highLatency) },
    {
      label: "Cost",
      isNumber: true,
      isWideOnly: true,
      cell: ({ totals }) => (
        <>
          {costText(totals?.cost ?? 0)}
          {totals !== undefined && totals.judgingCost > 0 && (
            <span className="text-soft block whitespace-nowrap">{costText(totals.judgingCost)} judging</span>
          )}
        </>
      ),
    },
  ];
}

function Averages({ totals }: Pick<ListedExperiment, "totals">): ReactElement {
  return (
    <ul className="flex flex-wrap gap-x-3">
      {totals?.scores.map(({ name, dataType, mean, count }) => (
        <li key={`${name} ${dataType}`} className="flex min-w-0 gap-1">
          <span className="text-soft max-w-40 truncate">
            <Text>{name}</Text>
          </span>
          <strong className="tabular-nums">{mean === null ? `${countText(count)} texts` : scoreText(mean)}</strong>
          {mean !== null && count < totals.items && (
            <span className="text-red whitespace-nowrap">
              {countText(count)} of {countText(totals.items)} judged
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function latencyText(latency: number | null | undefined): string {
  return latency == null ? "" : durationText(latency);
}
