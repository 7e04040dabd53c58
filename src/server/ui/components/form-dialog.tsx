import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { FormButtons } from "./dialog-buttons.tsx";
import { Dialog } from "./dialog.tsx";

interface FormDialogProps {
  title: string;
  /** Text of the button that sends the form. */
  confirm: string;
  /** Change that the form asks for. Its success closes the dialog by leaving it out. */
  action: UseMutationResult<unknown, Error, void>;
  onClose: () => void;
  children: ReactNode;
}

/** Dialog with a form, open as long as it is there. */
export function FormDialog({ title, confirm, action, onClose, children }: FormDialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Dialog ref={dialog} title={title} isWide onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!action.isPending) action.mutate();
        }}
      >
        {children}
        <FormButtons action={action} dialog={dialog}>
          {confirm}
        </FormButtons>
      </form>
    </Dialog>
  );
}
