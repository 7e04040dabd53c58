import type { ReactElement } from "react";
import { Link } from "wouter";
import { timeText } from "../components/format.ts";
import { Text } from "../components/text.tsx";
import { useExperimentList } from "../data/experiment-list.ts";
import { useProject } from "../data/project.tsx";
import { comparisonQuery } from "../experiments/results-state.ts";

/** Most runs that are named. */
const MOST = 8;

/** Experiments on a dataset, each with the link to its results, and the link that compares the last two. */
export function RunList({ datasetId }: { datasetId: string }): ReactElement {
  const { path } = useProject();
  const { rows, isLoading } = useExperimentList(datasetId);
  const results = `${path}/experiments/results`;
  const [latest, before] = rows;
  return (
    <section aria-label="Runs" className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 px-4 pb-2">
      <h2 className="font-semibold">Runs</h2>
      {latest === undefined && <span className="text-soft">{isLoading ? "Reading…" : "none yet"}</span>}
      <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
        {rows.slice(0, MOST).map(({ id, name, startTime }) => (
          <li key={id} className="flex min-w-0 items-center gap-1.5">
            <Link
              href={results + comparisonQuery([id])}
              className="text-link flex min-h-6 max-w-56 min-w-0 items-center underline"
            >
              <Text>{name}</Text>
            </Link>
            <span className="text-soft tabular-nums">{timeText(Date.parse(startTime))}</span>
          </li>
        ))}
      </ul>
      {latest !== undefined && before !== undefined && (
        <Link href={results + comparisonQuery([before.id, latest.id])} className="button">
          Compare the last two
        </Link>
      )}
    </section>
  );
}
