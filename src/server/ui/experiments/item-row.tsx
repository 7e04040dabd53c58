import type { CSSProperties, ReactElement, Ref } from "react";
import { Link } from "wouter";
import { costText, durationText } from "../components/format.ts";
import { Text } from "../components/text.tsx";
import { useProject } from "../data/project.tsx";
import { scoreText } from "./aggregate.ts";
import { Change } from "./change.tsx";
import type { Cell, ComparedItem } from "./comparison.ts";
import type { ShownExperiment } from "./experiment-head.tsx";

interface ItemRowProps {
  ref: Ref<HTMLDivElement>;
  experiments: readonly ShownExperiment[];
  item: ComparedItem;
  /** Place in the list, from 0. */
  index: number;
  style: CSSProperties;
  onOpen: (item: ComparedItem) => void;
}

/** Most characters of a text that a row shows. */
const MOST = 400;

/** Item as a row: its input and expected output, and what each experiment made of it. */
export function ItemRow({ ref, experiments, item, index, style, onOpen }: ItemRowProps): ReactElement {
  const { input, expectedOutput, cells } = item;
  const [baseline] = cells;
  return (
    <div
      ref={ref}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      style={style}
      className="item-grid border-line absolute inset-x-0 top-0 border-b px-4 py-2"
    >
      <div role="cell" className="min-w-0">
        <button
          type="button"
          className="text-link block w-full cursor-pointer text-left hover:underline"
          onClick={() => onOpen(item)}
        >
          <Excerpt text={input} />
          <span className="sr-only">: show the item</span>
        </button>
        {expectedOutput !== "" && (
          <div className="text-soft mt-1 flex gap-1">
            <span>expected:</span>
            <Excerpt text={expectedOutput} />
          </div>
        )}
      </div>
      {experiments.map(({ id, name }, place) => (
        <div key={id} role="cell" className="min-w-0">
          <div className="text-soft truncate text-xs lg:hidden">
            <Text>{name}</Text>
          </div>
          <ItemCell cell={cells[place]} baseline={place === 0 ? undefined : baseline} />
        </div>
      ))}
    </div>
  );
}

function ItemCell({ cell, baseline }: { cell: Cell | undefined; baseline: Cell | undefined }): ReactElement {
  if (cell === undefined) return <span className="text-soft">not in this experiment</span>;
  return (
    <>
      {cell.latest.hasFailed && <strong className="text-red">failed </strong>}
      <Excerpt text={cell.latest.output} />
      <CellScores cell={cell} baseline={baseline} />
      <CellFacts cell={cell} baseline={baseline} />
    </>
  );
}

/** Scores of an item in one experiment, with the change against the baseline. */
export function CellScores({ cell, baseline }: { cell: Cell; baseline: Cell | undefined }): ReactElement | null {
  if (cell.values.size + cell.texts.size === 0) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-x-3">
      {[...cell.values].map(([name, value]) => (
        <li key={name} className="flex min-w-0 gap-1 tabular-nums">
          <span className="text-soft max-w-32 truncate">
            <Text>{name}</Text>
          </span>
          <strong>{scoreText(value)}</strong>
          <Change before={baseline?.values.get(name)} after={value} text={scoreText} />
        </li>
      ))}
      {[...cell.texts].map(([name, text]) => (
        <li key={name} className="flex min-w-0 gap-1">
          <span className="text-soft max-w-32 truncate">
            <Text>{name}</Text>
          </span>
          <strong className="max-w-48 truncate">
            <Text>{text}</Text>
          </strong>
        </li>
      ))}
    </ul>
  );
}

/** Latency and cost of an item in one experiment, with the change against the baseline, and the link to each trace. */
export function CellFacts({ cell, baseline }: { cell: Cell; baseline: Cell | undefined }): ReactElement {
  const { path } = useProject();
  const { runs, latency, cost } = cell;
  return (
    <div className="text-soft mt-1 flex flex-wrap gap-x-3 text-xs tabular-nums">
      <span className="flex gap-1">
        {durationText(latency)}
        <Change before={baseline?.latency} after={latency} text={durationText} better="down" />
      </span>
      {cost > 0 && (
        <span className="flex gap-1">
          {costText(cost)}
          <Change before={baseline?.cost} after={cost} text={costText} better="down" />
        </span>
      )}
      {runs.map(({ traceId }, place) => (
        <Link key={traceId} href={`${path}/traces/${encodeURIComponent(traceId)}`} className="text-link underline">
          {runs.length === 1 ? "Trace" : `Trace ${place + 1}`}
        </Link>
      ))}
    </div>
  );
}

function Excerpt({ text }: { text: string }): ReactElement {
  return (
    <span dir="auto" className="line-clamp-3 min-w-0 break-words whitespace-pre-wrap [unicode-bidi:isolate]">
      {text === "" ? <span className="text-soft">empty</span> : text.slice(0, MOST)}
    </span>
  );
}
