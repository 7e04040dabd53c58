import { type ReactElement, type ReactNode, Suspense, useRef, useState } from "react";
import { CloseButton } from "./dialog-buttons.tsx";
import { Dialog } from "./dialog.tsx";

interface DialogButtonProps {
  /** Text of the button, and title of the dialog. */
  title: string;
  /** Returns the content, which is there while the dialog is open and may still have to be loaded. `close` closes the dialog. */
  children: (close: () => void) => ReactNode;
}

/** Button that opens a dialog. */
export function DialogButton({ title, children }: DialogButtonProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
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
        {title}
      </button>
      <Dialog ref={dialog} title={title} onClose={() => setOpen(false)}>
        {isOpen && <Suspense fallback={<p aria-busy>Loading…</p>}>{children(() => dialog.current?.close())}</Suspense>}
        <CloseButton />
      </Dialog>
    </>
  );
}
