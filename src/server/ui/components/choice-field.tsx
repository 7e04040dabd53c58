import type { ReactElement, SelectHTMLAttributes } from "react";
import { FormField } from "./form-field.tsx";

interface ChoiceFieldProps<T extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  "value" | "onChange"
> {
  label: string;
  /** Reason why the choice cannot be used. */
  problem?: string | undefined;
  /** Values, each with its label. */
  choices: ReadonlyArray<readonly [value: T, label: string]>;
  value: T;
  onChange: (value: T) => void;
}

/** Choice of one of several values, with its label. */
export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>): ReactElement {
  const { label, problem, choices, value, onChange, ...more } = props;
  return (
    <FormField label={label} problem={problem}>
      {(attributes) => (
        <select
          className="field"
          {...attributes}
          {...more}
          value={value}
          onChange={({ target }) => onChange(target.value as T)}
        >
          {choices.map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}
