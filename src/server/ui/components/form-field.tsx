import { type ReactElement, type ReactNode, useId } from "react";

/** Attributes that tie a control to its label, its hint and its problem. */
export interface ControlAttributes {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: boolean;
}

interface FormFieldProps {
  label: string;
  /** Explanation below the control. */
  hint?: ReactNode;
  /** Reason why what was entered cannot be used. */
  problem?: string | undefined;
  children: (attributes: ControlAttributes) => ReactNode;
}

/** Control of a form with its label above it, and a hint or a problem below it. */
export function FormField({ label, hint, problem, children }: FormFieldProps): ReactElement {
  const id = useId();
  const noteId = `${id}-note`;
  const isRefused = problem !== undefined;
  const hasNote = isRefused || hint !== undefined;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-soft text-xs font-semibold">
        {label}
      </label>
      {children({
        id,
        ...(hasNote && { "aria-describedby": noteId }),
        ...(isRefused && { "aria-invalid": true }),
      })}
      {hasNote && (
        <p
          id={noteId}
          role={isRefused ? "alert" : undefined}
          className={`text-xs ${isRefused ? "text-red" : "text-soft"}`}
        >
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}
