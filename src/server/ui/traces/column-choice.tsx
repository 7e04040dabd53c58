import { type ReactElement, lazy } from "react";
import { DialogButton } from "../components/dialog-button.tsx";
import type { TraceColumnName } from "./trace-columns.tsx";

const ColumnBoxes = lazy(async () => ({ default: (await import("./column-boxes.tsx")).ColumnBoxes }));

interface ColumnChoiceProps {
  columns: readonly TraceColumnName[];
  onChange: (columns: readonly TraceColumnName[]) => void;
}

/** Button that opens the choice of columns. */
export function ColumnChoice(props: ColumnChoiceProps): ReactElement {
  return <DialogButton title="Columns">{() => <ColumnBoxes {...props} />}</DialogButton>;
}
