import type { ReactElement, ReactNode } from "react";
import { costText, countText, durationText } from "../components/format.ts";
import { Text } from "../components/text.tsx";
import { type Aggregate, scoreText } from "./aggregate.ts";
import { Change } from "./change.tsx";
import { Distribution } from "./distribution.tsx";
import { ExperimentHead, type ShownExperiment } from "./experiment-head.tsx";

interface AggregateTableProps {
  experiments: readonly ShownExperiment[];
  aggregates: readonly Aggregate[];
  onBaseline: (experimentId: string) => void;
  onRemove: (experimentId: string) => void;
}

/** Row of the table after those of the scores: one figure of every experiment. */
interface Figure {
  readonly label: string;
  readonly value: (aggregate: Aggregate) => number | undefined;
  readonly text: (value: number) => string;
  /** Direction that is an improvement. Without one, the change is not shown. */
  readonly better?: "down";
}

const FIGURES: readonly Figure[] = [
  { label: "Latency, median", value: ({ medianLatency }) => medianLatency, text: durationText, better: "down" },
  { label: "Latency, p95", value: ({ highLatency }) => highLatency, text: durationText, better: "down" },
  { label: "Cost", value: ({ cost }) => cost, text: costText, better: "down" },
  { label: "Cost of judging", value: ({ judgingCost }) => judgingCost, text: costText, better: "down" },
  { label: "Tokens", value: ({ tokens }) => tokens, text: countText, better: "down" },
  { label: "Items", value: ({ items }) => items, text: countText },
  { label: "Failed", value: ({ failed }) => failed, text: countText, better: "down" },
];

/** Experiments in total, side by side: scores, latency, cost and failures, with the change against the baseline. */
export function AggregateTable({ experiments, aggregates, onBaseline, onRemove }: AggregateTableProps): ReactElement {
  const [baseline] = aggregates;
  const figures = FIGURES.filter(({ value }) => aggregates.some((aggregate) => (value(aggregate) ?? 0) !== 0));
  return (
    <table aria-label="Totals" className="bg-panel w-full border-collapse text-left">
      <thead>
        <tr className="border-line border-b align-top">
          <th scope="col" className="text-soft w-28 py-2 pr-2 pl-4 lg:w-40 font-normal">
            Experiment
          </th>
          {experiments.map((experiment, place) => (
            <th key={experiment.id} scope="col" className="min-w-32 px-2 py-2 font-normal lg:min-w-56 lg:px-4">
              <ExperimentHead
                experiment={experiment}
                isBaseline={place === 0}
                onBaseline={() => onBaseline(experiment.id)}
                onRemove={() => onRemove(experiment.id)}
              />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...(baseline?.scores.keys() ?? [])].map((name) => (
          <Row key={name} label={<Text>{name}</Text>} columns={aggregates}>
            {(_, place) => <ScoreCell name={name} aggregates={aggregates} place={place} />}
          </Row>
        ))}
        {figures.map(({ label, value, text, better }) => (
          <Row key={label} label={label} columns={aggregates}>
            {(aggregate) => {
              const figure = value(aggregate);
              return (
                <span className="flex gap-2 tabular-nums">
                  {figure === undefined ? "" : text(figure) || "0"}
                  {better && baseline && <Change before={value(baseline)} after={figure} text={text} better={better} />}
                </span>
              );
            }}
          </Row>
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  label: ReactNode;
  columns: readonly Aggregate[];
  children: (aggregate: Aggregate, place: number) => ReactNode;
}

function Row({ label, columns, children }: RowProps): ReactElement {
  return (
    <tr className="border-line border-b">
      <th scope="row" className="text-soft max-w-28 py-1.5 pr-2 pl-4 lg:max-w-48 font-normal">
        {label}
      </th>
      {columns.map((aggregate, place) => (
        <td key={place} className="px-2 py-1.5 lg:px-4">
          {children(aggregate, place)}
        </td>
      ))}
    </tr>
  );
}

interface ScoreCellProps {
  name: string;
  aggregates: readonly Aggregate[];
  place: number;
}

function ScoreCell({ name, aggregates, place }: ScoreCellProps): ReactElement | null {
  const [own, baseline] = [aggregates[place]?.scores.get(name), aggregates[0]?.scores.get(name)];
  if (own === undefined) return null;
  const items = aggregates[place]?.items ?? 0;
  return (
    <span className="flex flex-wrap items-end gap-x-3 tabular-nums">
      {own.mean !== undefined && (
        <span className="flex gap-2">
          <strong>{scoreText(own.mean)}</strong>
          <Change before={baseline?.mean} after={own.mean} text={scoreText} />
        </span>
      )}
      <Distribution bars={own.bars} />
      <span className="text-soft text-xs">
        {countText(own.judged) || "0"} of {countText(items)} {items === 1 ? "item" : "items"} judged
      </span>
      {place > 0 && own.fell + own.rose > 0 && (
        <span className="text-soft text-xs">
          {countText(own.fell) || "0"} fell, {countText(own.rose) || "0"} rose
        </span>
      )}
    </span>
  );
}
