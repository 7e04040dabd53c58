import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";

/** Change that a button asks for. */
export type Action = Pick<UseMutationResult<unknown, Error, void>, "isPending" | "error" | "mutate">;

interface ActionButtonProps {
  action: Action;
  children: ReactNode;
  /** `submit` for the button of a form, whose `onSubmit` runs the action. Default `button`. */
  type?: "button" | "submit";
  /** Colours: `main` for the one thing to do next, `danger` for what cannot be undone. */
  look?: "plain" | "main" | "danger";
}

const LOOKS = { plain: "", main: "button-main", danger: "text-red" } as const;

/** Most characters of an error that are shown. */
const MOST = 1_000;

/** Button for a change: it shows that the change is under way, and what went wrong. It keeps the focus meanwhile. */
export function ActionButton({ action, children, type = "button", look = "plain" }: ActionButtonProps): ReactElement {
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-2">
      <button
        type={type}
        className={`button ${LOOKS[look]}`}
        aria-disabled={action.isPending}
        aria-busy={action.isPending}
        onClick={(event) => {
          if (action.isPending) event.preventDefault();
          else if (type === "button") action.mutate();
        }}
      >
        {children}
      </button>
      {action.error !== null && (
        <span role="alert" className="text-red min-w-0 break-words">
          {action.error.message.slice(0, MOST)}
        </span>
      )}
    </span>
  );
}
