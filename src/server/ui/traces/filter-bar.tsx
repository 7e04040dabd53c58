import { type FormEvent, type ReactElement, useState } from "react";
import { Text } from "../components/text.tsx";
import {
  type FilterCondition,
  OFFERED_COLUMNS,
  type OfferedColumn,
  conditionText,
  formOf,
} from "../data/filter-condition.ts";

interface FilterBarProps {
  conditions: readonly FilterCondition[];
  onChange: (conditions: readonly FilterCondition[]) => void;
}

/** Conditions of the filter, each with a button that removes it, and a form that adds one. */
export function FilterBar({ conditions, onChange }: FilterBarProps): ReactElement {
  const [column, setColumn] = useState<OfferedColumn>("name");
  const { type, operators, read, hasKey } = formOf(column);
  const [isRefused, setRefused] = useState(false);
  const add = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const typed = (name: string): string => {
      const entry = given.get(name);
      return typeof entry === "string" ? entry : "";
    };
    const value = read(typed("value"));
    setRefused(value === undefined);
    if (value === undefined) return;
    onChange([
      ...conditions,
      { type, column, operator: typed("operator"), ...(hasKey && { key: typed("key") }), value },
    ]);
    form.reset();
  };
  return (
    <>
      <form onSubmit={add} aria-label="Filter" className="flex min-w-0 flex-wrap items-center gap-1.5">
        <select
          aria-label="Column"
          className="field"
          value={column}
          onChange={({ target }) => setColumn(target.value as OfferedColumn)}
        >
          {OFFERED_COLUMNS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        {hasKey && <input aria-label="Key" name="key" required placeholder="key" className="field w-24" />}
        <select aria-label="Operator" name="operator" key={type} className="field">
          {operators.map((operator) => (
            <option key={operator}>{operator}</option>
          ))}
        </select>
        <input
          aria-label="Value"
          name="value"
          required
          placeholder={type === "arrayOptions" ? "one, other" : "value"}
          className="field w-36"
          aria-invalid={isRefused}
          aria-describedby={isRefused ? "value-problem" : undefined}
        />
        <button type="submit" className="button">
          Add filter
        </button>
        {isRefused && (
          <span id="value-problem" role="alert" className="text-red">
            {type === "arrayOptions" ? "Names, separated by commas, are expected" : "A number is expected"}
          </span>
        )}
      </form>
      {conditions.length > 0 && (
        <ul aria-label="Active filters" className="flex min-w-0 flex-wrap gap-1.5">
          {conditions.map((condition, index) => (
            <li
              key={conditionText(condition)}
              className="bg-chosen flex max-w-80 min-w-0 items-center rounded-md pl-2.5"
            >
              <Text>{conditionText(condition)}</Text>
              <button
                type="button"
                className="hover:bg-hover size-8 shrink-0 cursor-pointer rounded-md"
                aria-label={`Remove ${conditionText(condition)}`}
                onClick={() => onChange(conditions.toSpliced(index, 1))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
