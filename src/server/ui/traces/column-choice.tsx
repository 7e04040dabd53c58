import { type ReactElement, useRef } from "react";
import { Dialog } from "../components/dialog.tsx";
import { COLUMN_NAMES, TRACE_COLUMNS, type TraceColumnName } from "./trace-columns.tsx";

interface ColumnChoiceProps {
  columns: readonly TraceColumnName[];
  onChange: (columns: readonly TraceColumnName[]) => void;
}

/** Button that opens the choice of columns. */
export function ColumnChoice({ columns, onChange }: ColumnChoiceProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" className="button" onClick={() => dialog.current?.showModal()}>
        Columns
      </button>
      <Dialog ref={dialog} title="Columns">
        <form method="dialog">
          <ul className="mb-4 grid grid-cols-2 gap-x-8 gap-y-1.5">
            {COLUMN_NAMES.map((name) => (
              <li key={name}>
                <label className="flex items-center gap-2">
                  <input
                    type="checkbox"
                    checked={columns.includes(name)}
                    onChange={({ target }) =>
                      onChange(COLUMN_NAMES.filter((each) => (each === name ? target.checked : columns.includes(each))))
                    }
                  />
                  {TRACE_COLUMNS[name].label}
                </label>
              </li>
            ))}
          </ul>
          <button type="submit" className="button">
            Close
          </button>
        </form>
      </Dialog>
    </>
  );
}
