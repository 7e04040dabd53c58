import { type ReactElement, Suspense, lazy, useRef, useState } from "react";
import { Dialog } from "../components/dialog.tsx";

const SavedViewList = lazy(async () => ({ default: (await import("./saved-view-list.tsx")).SavedViewList }));

/** Button that opens the views that the project keeps: filter, search, columns, order and time of the list, each with its address. */
export function SavedViews(): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      >
        Views
      </button>
      <Dialog ref={dialog} title="Views" onClose={() => setOpen(false)}>
        {isOpen && (
          <Suspense fallback={<p aria-busy>Loading…</p>}>
            <SavedViewList onClose={close} />
          </Suspense>
        )}
        <form method="dialog">
          <button type="submit" className="button">
            Close
          </button>
        </form>
      </Dialog>
    </>
  );
}
