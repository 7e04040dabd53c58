import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useDeferredValue, useMemo, useState } from "react";
import { Link } from "wouter";
import { VIEW_PATHS } from "../../pages/page-views.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { countText } from "../components/format.ts";
import { PageFrame } from "../components/page-frame.tsx";
import { Problem } from "../components/problem.tsx";
import { ReadAgain } from "../components/read-again.tsx";
import { Text } from "../components/text.tsx";
import { MOST_RUNS, useExperimentItems } from "../data/experiment-items.ts";
import { type ListedExperiment, readExperiments } from "../data/experiment-list.ts";
import { useProject } from "../data/project.tsx";
import { AggregateTable } from "./aggregate-table.tsx";
import { aggregate, scoreNames } from "./aggregate.ts";
import { CompareSelect } from "./compare-select.tsx";
import { compare } from "./comparison.ts";
import { ItemDialog } from "./item-dialog.tsx";
import { arrange } from "./item-order.ts";
import { ItemTable } from "./item-table.tsx";
import { ResultsBar } from "./results-bar.tsx";
import { useResultsState } from "./results-state.ts";

/** Results of one experiment, or of several side by side against the baseline: in total and item by item. */
export function ResultsView(): ReactElement {
  const project = useProject();
  const state = useResultsState();
  const { experimentIds } = state;
  const { data, error, refetch } = useQuery({
    queryKey: ["experiments", project.id, "compared", ...experimentIds],
    queryFn: async () => readExperiments(project, experimentIds),
    enabled: experimentIds.length > 0,
  });
  const items = useExperimentItems(experimentIds);
  const isEmpty = !items.isLoading && [...items.runs.values()].every((runs) => runs.length === 0);
  const reload = (): void => {
    void refetch();
    items.reload();
  };
  const baseline = data?.find(({ id }) => id === state.baseline);
  return (
    <PageFrame title={`Results of ${baseline?.name.slice(0, 100) ?? "experiments"}`}>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <h1 className="mr-2 flex min-w-0 font-semibold">
          <Text>{baseline?.name ?? "Results"}</Text>
        </h1>
        <CompareSelect
          experimentIds={experimentIds}
          datasetId={baseline?.datasetId}
          onAdd={(id) => state.setExperiments([...experimentIds, id])}
        />
        <ReadAgain readAt={items.readAt} isReading={items.isReading} onRead={reload} />
      </div>
      {(error ?? items.error) !== null && <Problem error={(error ?? items.error)!} onRetry={reload} />}
      {items.isLoading && items.error === null && (
        <p aria-busy role="status" className="text-soft px-4 py-8">
          Reading the items… {countText(items.readSoFar)}
        </p>
      )}
      {isEmpty && items.error === null && <NoResults baseline={state.baseline} />}
      {!items.isLoading && !isEmpty && <Results state={state} known={data ?? []} runs={items.runs} />}
    </PageFrame>
  );
}

function NoResults({ baseline }: { baseline: string }): ReactElement {
  const { path } = useProject();
  return (
    <EmptyState title={baseline === "" ? "No experiment is chosen" : "There is no such experiment"} isWholeView>
      {baseline !== "" && (
        <p className="mb-3">
          Nothing of experiment <bdi className="font-mono break-all">{baseline}</bdi> has arrived.
        </p>
      )}
      <Link href={path + VIEW_PATHS.experiments} className="text-link underline">
        Show all experiments
      </Link>
    </EmptyState>
  );
}

interface ResultsProps {
  state: ReturnType<typeof useResultsState>;
  known: readonly ListedExperiment[];
  runs: ReturnType<typeof useExperimentItems>["runs"];
}

function Results({ state, known, runs }: ResultsProps): ReactElement {
  const { experimentIds, order, setItemId } = state;
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const text = useDeferredValue(state.text);
  const items = useMemo(() => compare(experimentIds.map((id) => runs.get(id) ?? [])), [experimentIds, runs]);
  const aggregates = useMemo(() => {
    const judgingOf = (id: string): number | undefined => known.find((each) => each.id === id)?.totals?.judgingCost;
    return experimentIds.map((id, place) => aggregate(items, place, judgingOf(id)));
  }, [experimentIds, items, known]);
  const { numbers } = useMemo(() => scoreNames(items), [items]);
  const score = numbers.includes(state.score) ? state.score : (numbers[0] ?? "");
  const shown = useMemo(() => arrange(items, { order, score, text }), [items, order, score, text]);
  const experiments = experimentIds.map((id) => {
    const experiment = known.find((each) => each.id === id);
    return { id, name: experiment?.name ?? id, startTime: experiment && Date.parse(experiment.startTime) };
  });
  const opened = items.find(({ itemId }) => itemId === state.itemId);
  const without = (id: string): string[] => experimentIds.filter((each) => each !== id);
  return (
    <>
      <div ref={setScroller} className="border-line relative min-h-0 flex-1 overflow-auto border-t">
        <section aria-label="Totals" className="relative overflow-x-auto" tabIndex={0}>
          <AggregateTable
            experiments={experiments}
            aggregates={aggregates}
            onBaseline={(id) => state.setExperiments([id, ...without(id)])}
            onRemove={(id) => state.setExperiments(without(id))}
          />
        </section>
        <ResultsBar state={state} score={score} scores={numbers} shown={shown.length} all={items.length} />
        {[...runs.values()].some(({ length }) => length >= MOST_RUNS) && (
          <p className="text-amber px-4 pb-2">
            Only the {countText(MOST_RUNS)} latest runs of an experiment are shown.
          </p>
        )}
        <ItemTable
          scroller={scroller}
          experiments={experiments}
          items={shown}
          onOpen={({ itemId }) => setItemId(itemId)}
        />
      </div>
      {opened && <ItemDialog item={opened} experiments={experiments} onClose={() => setItemId("")} />}
    </>
  );
}
