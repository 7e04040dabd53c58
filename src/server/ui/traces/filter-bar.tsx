import { type ReactElement, useRef, useState } from "react";
import { Text } from "../components/text.tsx";
import type { FilterTerm } from "../../query/filter-condition.ts";
import { filterText } from "../../query/filter-text.ts";
import { FilterField } from "./filter-field.tsx";

interface FilterBarProps {
  conditions: readonly FilterTerm[];
  onChange: (conditions: readonly FilterTerm[]) => void;
}

/** Filter as text, and its conditions as chips: one can be removed, or changed as text. */
export function FilterBar({ conditions, onChange }: FilterBarProps): ReactElement {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const edit = (index: number): void => {
    const condition = conditions[index];
    if (condition === undefined) return;
    setText(filterText([condition]));
    onChange(conditions.toSpliced(index, 1));
    field.current?.focus();
  };
  return (
    <>
      <FilterField ref={field} text={text} onText={setText} onAdd={(added) => onChange([...conditions, ...added])} />
      {conditions.length > 0 && (
        <ul aria-label="Active filters" className="flex min-w-0 flex-wrap gap-1.5">
          {conditions.map((condition, index) => {
            const shown = filterText([condition]);
            return (
              <li key={`${index} ${shown}`} className="bg-chosen flex max-w-80 min-w-0 items-center rounded-md">
                <button
                  type="button"
                  title="Change as text"
                  className="hover:bg-hover flex h-8 min-w-0 cursor-pointer items-center rounded-md pl-2.5"
                  onClick={() => edit(index)}
                >
                  <Text>{shown}</Text>
                </button>
                <button
                  type="button"
                  className="hover:bg-hover size-8 shrink-0 cursor-pointer rounded-md"
                  aria-label={`Remove ${shown}`}
                  onClick={() => onChange(conditions.toSpliced(index, 1))}
                >
                  ×
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
