import { type ReactElement, Suspense, lazy, useRef, useState } from "react";
import { Dialog } from "../components/dialog.tsx";
import type { TraceColumnName } from "./trace-columns.tsx";

const ColumnBoxes = lazy(async () => ({ default: (await import("./column-boxes.tsx")).ColumnBoxes }));

interface ColumnChoiceProps {
  columns: readonly TraceColumnName[];
  onChange: (columns: readonly TraceColumnName[]) => void;
}

/** Button that opens the choice of columns. */
export function ColumnChoice(props: ColumnChoiceProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          setOpened(true);
          dialog.current?.showModal();
        }}
      >
        Columns
      </button>
      <Dialog ref={dialog} title="Columns">
        <form method="dialog">
          {wasOpened && (
            <Suspense fallback={<p aria-busy>Loading…</p>}>
              <ColumnBoxes {...props} />
            </Suspense>
          )}
          <button type="submit" className="button">
            Close
          </button>
        </form>
      </Dialog>
    </>
  );
}
