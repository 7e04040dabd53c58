import type { InputHTMLAttributes, ReactElement } from "react";
import { FormField } from "./form-field.tsx";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  label: string;
  hint?: string;
  /** Reason why the text cannot be used. */
  problem?: string | undefined;
  value: string;
  onChange: (text: string) => void;
}

/** Field of one line with its label. */
export function TextField({ label, hint, problem, value, onChange, ...more }: TextFieldProps): ReactElement {
  return (
    <FormField label={label} hint={hint} problem={problem}>
      {(attributes) => (
        <input
          className="field"
          {...attributes}
          {...more}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  );
}
