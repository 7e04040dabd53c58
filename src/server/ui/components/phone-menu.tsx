import { type ReactElement, type ReactNode, useRef } from "react";
import { CloseButton } from "./dialog-buttons.tsx";
import { Dialog } from "./dialog.tsx";

/** Button that opens the places to go, in a window that has no room for them. Going somewhere closes it. */
export function PhoneMenu({ children }: { children: ReactNode }): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <div className="lg:hidden">
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        <span aria-hidden>☰</span> Menu
      </button>
      <Dialog ref={dialog} title="Go to">
        <div
          onClick={({ target }) => {
            if (target instanceof Element && target.closest("a") !== null) dialog.current?.close();
          }}
        >
          {children}
        </div>
        <CloseButton />
      </Dialog>
    </div>
  );
}
