import type { ReactElement } from "react";
import { timeText } from "../components/format.ts";
import { Text } from "../components/text.tsx";

/** Experiment of a comparison: what is known of it without its items. */
export interface ShownExperiment {
  readonly id: string;
  /** Name of the run; the id while the experiment is not known. */
  readonly name: string;
  /** Milliseconds since 1970; undefined while the experiment is not known. */
  readonly startTime: number | undefined;
}

interface ExperimentHeadProps {
  experiment: ShownExperiment;
  isBaseline: boolean;
  onBaseline: () => void;
  onRemove: () => void;
}

/** Head of an experiment's column: its name and time, and buttons that make it the baseline or take it out. */
export function ExperimentHead({ experiment, isBaseline, onBaseline, onRemove }: ExperimentHeadProps): ReactElement {
  const { name, startTime } = experiment;
  return (
    <div className="flex flex-col items-start gap-1">
      <strong className="flex max-w-72 min-w-0">
        <Text>{name}</Text>
      </strong>
      {startTime !== undefined && <span className="text-soft tabular-nums">{timeText(startTime)}</span>}
      {isBaseline ? (
        <span className="text-link rounded border border-current px-1 text-xs">baseline</span>
      ) : (
        <span className="flex flex-wrap gap-1">
          <button
            type="button"
            className="button h-6 text-xs"
            aria-label={`Make baseline: ${name.slice(0, 100)}`}
            onClick={onBaseline}
          >
            Make baseline
          </button>
          <button
            type="button"
            className="button h-6 text-xs"
            aria-label={`Remove ${name.slice(0, 100)}`}
            onClick={onRemove}
          >
            ×
          </button>
        </span>
      )}
    </div>
  );
}
