import type { ReactElement } from "react";
import { timeText } from "../components/format.ts";
import { type ListedExperiment, useExperimentList } from "../data/experiment-list.ts";

interface CompareSelectProps {
  experimentIds: readonly string[];
  datasetId: string | null | undefined;
  onAdd: (experimentId: string) => void;
}

/** Choice of another experiment to compare: those on the same dataset first. */
export function CompareSelect({ experimentIds, datasetId, onAdd }: CompareSelectProps): ReactElement {
  const { rows, hasMore, loadMore } = useExperimentList();
  const offered = rows.filter(({ id }) => !experimentIds.includes(id));
  const [same, others] = [
    offered.filter((experiment) => datasetId != null && experiment.datasetId === datasetId),
    offered.filter((experiment) => datasetId == null || experiment.datasetId !== datasetId),
  ];
  return (
    <span className="flex gap-1.5">
      <select
        aria-label="Compare with"
        className="field max-w-56"
        value=""
        disabled={offered.length === 0}
        onChange={({ target }) => onAdd(target.value)}
      >
        <option value="">{offered.length === 0 ? "No other experiment" : "Compare with…"}</option>
        <Options label="Same dataset" experiments={same} />
        <Options label={same.length === 0 ? "Experiments" : "Other experiments"} experiments={others} />
      </select>
      {hasMore && (
        <button type="button" className="button" onClick={loadMore}>
          Older experiments
        </button>
      )}
    </span>
  );
}

function Options({
  label,
  experiments,
}: {
  label: string;
  experiments: readonly ListedExperiment[];
}): ReactElement | null {
  if (experiments.length === 0) return null;
  return (
    <optgroup label={label}>
      {experiments.map(({ id, name, startTime }) => (
        <option key={id} value={id}>
          {name.slice(0, 80)} · {timeText(Date.parse(startTime))}
        </option>
      ))}
    </optgroup>
  );
}
