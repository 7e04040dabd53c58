import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useRef } from "react";
import { ActionButton } from "./action-button.tsx";
import { Dialog } from "./dialog.tsx";

interface ConfirmButtonProps {
  /** Text of the button that opens the dialog, which is also the title of the dialog. */
  label: string;
  /** Text of the button that runs the action. */
  confirm: string;
  action: UseMutationResult<unknown, Error, void>;
  /** What the change does, and what it cannot undo. */
  children: ReactNode;
}

/** Button for a change that asks first. */
export function ConfirmButton({ label, confirm, action, children }: ConfirmButtonProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          action.reset();
          dialog.current?.showModal();
        }}
      >
        {label}
      </button>
      <Dialog ref={dialog} title={label}>
        <div className="mb-4 break-words">{children}</div>
        <form method="dialog" className="flex flex-wrap items-center gap-2">
          <ActionButton action={action} look="danger">
            {confirm}
          </ActionButton>
          <button type="submit" className="button">
            Cancel
          </button>
        </form>
      </Dialog>
    </>
  );
}
