import { type ReactElement, type ReactNode, type Ref, useId } from "react";

interface DialogProps {
  ref: Ref<HTMLDialogElement>;
  title: string;
  children: ReactNode;
  /** True for a dialog to read: the focus begins at its title, not at the first field or button. */
  isText?: boolean;
  /** True for a dialog that takes the width it can get. */
  isWide?: boolean;
  /** Called when the dialog was closed, by whatever means. */
  onClose?: () => void;
}

const WIDTHS = { plain: "w-max max-w-[min(40rem,95vw)]", wide: "w-[min(70rem,95vw)] max-w-none" } as const;

/** Dialog over the view. `showModal()` of its element opens it; a form with the method `dialog` and the key Escape close it. */
export function Dialog({ ref, title, children, isText = false, isWide = false, onClose }: DialogProps): ReactElement {
  const titleId = useId();
  return (
    <dialog
      ref={ref}
      onClose={onClose}
      aria-labelledby={titleId}
      className={`bg-panel text-text border-line m-auto rounded-lg border p-5 backdrop:bg-black/50 ${isWide ? WIDTHS.wide : WIDTHS.plain}`}
    >
      <h2 id={titleId} {...(isText && { tabIndex: -1 })} className="mb-3 text-lg font-semibold outline-none">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
