import type { ReactElement } from "react";
import { Text } from "../components/text.tsx";
import { useKnownValues } from "../data/known-values.ts";
import { COLUMN_NAMES, type TraceColumnName, columnOf, inOrder, scoreColumnName } from "./trace-columns.tsx";

interface ColumnBoxesProps {
  columns: readonly TraceColumnName[];
  onChange: (columns: readonly TraceColumnName[]) => void;
}

/** Choice of the columns of the list. */
export function ColumnBoxes(props: ColumnBoxesProps): ReactElement {
  return (
    <>
      <Boxes {...props} names={COLUMN_NAMES} />
      <ScoreBoxes {...props} />
    </>
  );
}

/** Choice of columns with the scores of one name each: of the names in the project, and of those that are chosen. */
function ScoreBoxes(props: ColumnBoxesProps): ReactElement | null {
  const numbers = useKnownValues("scores");
  const categories = useKnownValues("score_categories");
  const booleans = useKnownValues("score_booleans");
  const known = [...numbers, ...categories, ...booleans].map(scoreColumnName);
  const names = inOrder([...props.columns, ...known]).filter((name) => !COLUMN_NAMES.some((own) => own === name));
  if (names.length === 0) return null;
  return (
    <>
      <h3 className="mb-2 font-semibold">Scores of one name</h3>
      <Boxes {...props} names={names} />
    </>
  );
}

function Boxes({ names, columns, onChange }: ColumnBoxesProps & { names: readonly TraceColumnName[] }): ReactElement {
  const choose = (name: TraceColumnName, isChosen: boolean): void =>
    onChange(inOrder([...columns.filter((each) => each !== name), ...(isChosen ? [name] : [])]));
  return (
    <ul className="mb-4 grid grid-cols-2 gap-x-8 gap-y-1.5">
      {names.map((name) => (
        <li key={name}>
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={columns.includes(name)}
              onChange={({ target }) => choose(name, target.checked)}
            />
            <Text>{columnOf(name).label}</Text>
          </label>
        </li>
      ))}
    </ul>
  );
}
