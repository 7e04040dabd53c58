import type { ReactElement, ReactNode, RefObject } from "react";
import { ActionButton, type Action } from "./action-button.tsx";

/** Button that closes the dialog around it. */
export function CloseButton(): ReactElement {
  return (
    <form method="dialog" className="mt-4">
      <button type="submit" className="button">
        Close
      </button>
    </form>
  );
}

interface FormButtonsProps {
  action: Action;
  dialog: RefObject<HTMLDialogElement | null>;
  /** Text of the button that sends the form. */
  children: ReactNode;
}

/** Buttons below a form in a dialog: one sends it, the other closes the dialog. */
export function FormButtons({ action, dialog, children }: FormButtonsProps): ReactElement {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ActionButton action={action} type="submit" look="main">
        {children}
      </ActionButton>
      <button type="button" className="button" onClick={() => dialog.current?.close()}>
        Cancel
      </button>
    </div>
  );
}
