import { type ReactElement, Suspense, lazy, useEffect, useRef } from "react";
import { CloseButton } from "../components/dialog-buttons.tsx";
import { Dialog } from "../components/dialog.tsx";
import { RichText } from "../components/rich-text.tsx";
import { Text } from "../components/text.tsx";
import { Section } from "../observation/section.tsx";
import type { Cell, ComparedItem } from "./comparison.ts";
import type { ShownExperiment } from "./experiment-head.tsx";
import { CellFacts, CellScores } from "./item-row.tsx";

const TextDiff = lazy(async () => ({ default: (await import("../components/text-diff.tsx")).TextDiff }));

interface ItemDialogProps {
  item: ComparedItem;
  experiments: readonly ShownExperiment[];
  onClose: () => void;
}

/** Item in full: its input and expected output, every output, and how each output differs from that of the baseline. */
export function ItemDialog({ item, experiments, onClose }: ItemDialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { itemId, input, expectedOutput, cells } = item;
  const [baseline] = cells;
  return (
    <Dialog ref={dialog} title="Item" isText isWide onClose={onClose}>
      <p className="text-soft flex min-w-0 font-mono text-xs">
        <Text>{itemId}</Text>
      </p>
      <Section title="Input">
        <RichText>{input}</RichText>
      </Section>
      {expectedOutput !== "" && (
        <Section title="Expected output">
          <RichText>{expectedOutput}</RichText>
        </Section>
      )}
      {experiments.map(({ id, name }, place) => (
        <Section key={id} title={place === 0 ? `${name.slice(0, 100)} (baseline)` : name.slice(0, 100)}>
          <Outcome cell={cells[place]} baseline={place === 0 ? undefined : baseline} />
        </Section>
      ))}
      <CloseButton />
    </Dialog>
  );
}

function Outcome({ cell, baseline }: { cell: Cell | undefined; baseline: Cell | undefined }): ReactElement {
  if (cell === undefined) return <p className="text-soft">This experiment does not have the item.</p>;
  const { output, hasFailed } = cell.latest;
  return (
    <>
      {hasFailed && <strong className="text-red">The task failed. Its trace says why.</strong>}
      {baseline === undefined ? (
        <RichText>{output}</RichText>
      ) : (
        <Suspense fallback={<p aria-busy>Comparing…</p>}>
          <TextDiff label="Difference to the baseline" before={baseline.latest.output} after={output} />
        </Suspense>
      )}
      <CellScores cell={cell} baseline={baseline} />
      <CellFacts cell={cell} baseline={baseline} />
    </>
  );
}
